//! Joins, screened by filters that nobody has to write.

#![allow(unsafe_code)]

pub mod local;
