CREATE SCHEMA ssb;
SET search_path = ssb, public;
CREATE TABLE date AS
    SELECT to_char(d, 'YYYYMMDD')::integer AS d_datekey, extract(year FROM d)::integer AS d_year,
           to_char(d, 'YYYYMM')::integer AS d_yearmonthnum, to_char(d, 'MonYYYY') AS d_yearmonth,
           extract(week FROM d)::integer AS d_weeknuminyear
    FROM generate_series(timestamp '1992-01-01', '1998-12-31', '1 day') AS d;
CREATE VIEW places AS
    SELECT n_nationkey AS nationkey, n_name AS nation, r_name AS region
    FROM nation JOIN public.region ON r_regionkey = n_regionkey;
CREATE TABLE supplier AS
    SELECT s_suppkey, s_name, rpad(left(nation, 9), 9) || s_suppkey % 10 AS s_city, nation AS s_nation, region AS s_region
    FROM public.supplier JOIN places ON nationkey = s_nationkey;
CREATE TABLE customer AS
    SELECT c_custkey, c_name, rpad(left(nation, 9), 9) || c_custkey % 10 AS c_city, nation AS c_nation, region AS c_region
    FROM public.customer JOIN places ON nationkey = c_nationkey;
CREATE TABLE part AS
    SELECT p_partkey, p_name, 'MFGR#' || substr(p_brand, 7, 1) AS p_mfgr, 'MFGR#' || substr(p_brand, 7, 2) AS p_category,
           'MFGR#' || substr(p_brand, 7, 2) || lpad((1 + p_partkey % 40)::text, 2, '0') AS p_brand1
    FROM public.part;
CREATE TABLE lineorder AS
    SELECT l_orderkey AS lo_orderkey, l_linenumber AS lo_linenumber, o_custkey AS lo_custkey, l_partkey AS lo_partkey,
           l_suppkey AS lo_suppkey, to_char(o_orderdate, 'YYYYMMDD')::integer AS lo_orderdate,
           l_quantity::integer AS lo_quantity, (l_extendedprice * 100)::integer AS lo_extendedprice,
           (l_discount * 100)::integer AS lo_discount,
           (l_extendedprice * (100 - l_discount * 100))::integer AS lo_revenue,
           (l_extendedprice / l_quantity * 60)::integer AS lo_supplycost
    FROM lineitem JOIN orders ON o_orderkey = l_orderkey;
ALTER TABLE date ADD PRIMARY KEY (d_datekey);
ALTER TABLE supplier ADD PRIMARY KEY (s_suppkey);
ALTER TABLE customer ADD PRIMARY KEY (c_custkey);
ALTER TABLE part ADD PRIMARY KEY (p_partkey);
ALTER TABLE lineorder ADD PRIMARY KEY (lo_orderkey, lo_linenumber);
