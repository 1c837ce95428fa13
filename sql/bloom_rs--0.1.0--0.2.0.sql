\echo Use "ALTER EXTENSION bloom_rs UPDATE TO '0.2.0'" to load this file. \quit

-- scripts/sql.sh puts in what a template is for kinds, and files, where a line says so.
@template bloom_agg bool date timestamp timestamptz float4 float8 numeric inet@
@template counting_bloom_agg bool date timestamp timestamptz float4 float8 numeric inet@
@file any@
@file schemes@
@file show@
@file matrix@
