\echo Use "ALTER EXTENSION bloom_rs UPDATE TO '0.2.0'" to load this file. \quit
