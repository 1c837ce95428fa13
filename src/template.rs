//! Objects that one call creates or drops: a template in SQL, filled in and executed as the caller.
//!
//! A template (`sql/templates/`) is plain SQL of statements in paragraphs: a blank line ends what is executed at once,
//! so that an error shows the statement that failed. It has placeholders:
//!
//! | placeholder | stands for |
//! |---|---|
//! | `@key@` | what [`Template::object`], [`Template::number`] or [`Template::sql`] gave for it |
//! | `@key_suffix@` | the object `key` with `_suffix` behind its name |
//! | `@'key'@`, `@'key_suffix'@` | the same as a literal of type text |
//! | `$$` | a dollar quote that nothing filled in can end |
//!
//! Names without a schema are PostgreSQL's own, except in the bodies of functions: these are read when they are called,
//! under the caller's search path. So everything there but types, functions and operators of PostgreSQL takes a schema.

use crate::error::{self, Result};
use crate::pg::names::{self, QualifiedName};
use crate::pg::query;
use std::ffi::CString;

/// A template and what its placeholders stand for.
#[derive(Debug)]
pub struct Template {
    sql: &'static str,
    values: Vec<(&'static str, Value)>,
}

/// What a placeholder stands for.
#[derive(Debug)]
enum Value {
    Object(QualifiedName),
    /// SQL, already quoted.
    Sql(Vec<u8>),
}

impl Template {
    /// Takes a template, whose placeholders stand for nothing yet.
    pub fn new(sql: &'static str) -> Self {
        Self { sql, values: Vec::new() }
    }

    fn with(mut self, key: &'static str, value: Value) -> Self {
        self.values.push((key, value));
        self
    }

    /// Lets `@key@` stand for an object, and `@key_suffix@` for one whose name has the suffix.
    #[must_use]
    pub fn object(self, key: &'static str, name: QualifiedName) -> Self {
        self.with(key, Value::Object(name))
    }

    /// Lets `@key@` stand for a number or a truth value.
    #[must_use]
    pub fn number(self, key: &'static str, value: impl ToString) -> Self {
        self.sql(key, value.to_string())
    }

    /// Lets `@key@` stand for SQL, in which names and texts are quoted. A key that is given first takes precedence.
    #[must_use]
    pub fn sql(self, key: &'static str, sql: impl Into<Vec<u8>>) -> Self {
        self.with(key, Value::Sql(sql.into()))
    }

    /// Returns a template of one statement, filled in.
    ///
    /// # Errors
    /// 42622 if a name gets too long.
    pub fn statement(&self) -> Result<CString> {
        names::c_string(self.filled(self.sql)?)
    }

    /// Executes the template, without notices.
    ///
    /// # Errors
    /// 42622 if a name gets too long; the statements raise their own errors.
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
            let has = |text: &[u8]| text.windows(quote.len()).any(|part| part == quote.as_bytes());
            self.values.iter().any(|(_, value)| match value {
                Value::Object(QualifiedName { schema, name }) => has(schema) || has(name),
                Value::Sql(sql) => has(sql),
            })
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
        let found = self.values.iter().find_map(|(known, value)| match (value, key.strip_prefix(known)?) {
            (Value::Sql(sql), "") => Some(Ok(sql.clone())),
            (Value::Object(name), "") => Some(name.quoted()),
            (Value::Object(name), suffix) if suffix.starts_with('_') => {
                Some(name.with_suffix(suffix).and_then(|name| name.quoted()))
            }
            _ => None,
        });
        let value = found
            .unwrap_or_else(|| Err(error::internal("a placeholder of a template stands for nothing")))?;
        if key.len() < placeholder.len() { names::literal(&value) } else { Ok(value) }
    }
}

/// Returns whether a text between two `@` is a placeholder's.
fn is_key(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_lowercase() || matches!(byte, b'_' | b'\''))
}
