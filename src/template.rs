//! SQL with placeholders, filled in and executed as the caller.
//!
//! A template is plain SQL of statements in paragraphs: a blank line ends what is executed at once, so that an error
//! shows the statement that failed. `@key@` stands for what [`Template::sql`] or [`Template::number`] gave for it,
//! `@'key'@` for the same as a literal of type text, and `$$` for a dollar quote that nothing filled in can end.
//!
//! Names without a schema are PostgreSQL's own.

use crate::error::{self, Result};
use crate::pg::names;
use crate::pg::query;
use std::ffi::CString;

/// A template and what its placeholders stand for.
#[derive(Debug)]
pub struct Template {
    sql: &'static str,
    values: Vec<(&'static str, Vec<u8>)>,
}

impl Template {
    /// Takes a template, whose placeholders stand for nothing yet.
    pub fn new(sql: &'static str) -> Self {
        Self { sql, values: Vec::new() }
    }

    /// Lets `@key@` stand for a number or a truth value.
    #[must_use]
    pub fn number(self, key: &'static str, value: impl ToString) -> Self {
        self.sql(key, value.to_string())
    }

    /// Lets `@key@` stand for SQL, in which names and texts are quoted.
    #[must_use]
    pub fn sql(mut self, key: &'static str, sql: impl Into<Vec<u8>>) -> Self {
        self.values.push((key, sql.into()));
        self
    }

    /// Returns a template of one statement, filled in.
    ///
    /// # Errors
    /// XX000 if a placeholder stands for nothing.
    pub fn statement(&self) -> Result<CString> {
        names::c_string(self.filled(self.sql)?)
    }

    /// Executes the template, without notices.
    ///
    /// # Errors
    /// XX000 if a placeholder stands for nothing; the statements raise their own errors.
    pub fn execute(&self) -> Result<()> {
        let quote = self.dollar_quote();
        let statements = self
            .sql
            .split("\n\n")
            .map(|paragraph| names::c_string(self.filled(&paragraph.replace("$$", &quote))?));
        let statements = statements.collect::<Result<Vec<_>>>()?;
        query::execute(statements.iter().map(CString::as_c_str))
    }

    /// Returns a dollar quote that occurs in no value.
    fn dollar_quote(&self) -> String {
        let mut quote = String::from("$sql$");
        let occurs = |quote: &str| {
            let has = |sql: &[u8]| sql.windows(quote.len()).any(|part| part == quote.as_bytes());
            self.values.iter().any(|(_, sql)| has(sql))
        };
        while occurs(&quote) {
            quote.insert(1, 'x');
        }
        quote
    }

    fn filled(&self, sql: &str) -> Result<Vec<u8>> {
        let mut filled = Vec::with_capacity(sql.len() * 2);
        let mut rest = sql;
        while let Some(at) = rest.find('@') {
            filled.extend_from_slice(&rest.as_bytes()[..at]);
            rest = &rest[at + 1..];
            match rest.split_once('@').filter(|(key, _)| is_key(key)) {
                Some((key, behind)) => {
                    filled.extend(self.value(key)?);
                    rest = behind;
                }
                None => filled.push(b'@'), // an operator
            }
        }
        filled.extend_from_slice(rest.as_bytes());
        Ok(filled)
    }

    /// Returns what a placeholder stands for.
    fn value(&self, placeholder: &str) -> Result<Vec<u8>> {
        let key = placeholder.trim_matches('\'');
        let Some((_, sql)) = self.values.iter().find(|(known, _)| *known == key) else {
            return Err(error::internal("a placeholder of a template stands for nothing"));
        };
        if key.len() < placeholder.len() { names::literal(sql) } else { Ok(sql.clone()) }
    }
}

/// Returns whether a text between two `@` is a placeholder's.
fn is_key(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'\'')
}
