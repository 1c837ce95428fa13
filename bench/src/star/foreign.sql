-- Star queries over a fact table on another server. Each condition keeps SHARE of its table. Lines after --one are the
-- screens.

--query customer
SELECT c_nation, count(*), sum(lo_revenue::bigint)
FROM lines JOIN customer ON lo_custkey = c_custkey
WHERE c_custkey <= (SHARE * 150000)::integer
--one AND bloom_contains((SELECT bloom_agg(c_custkey) FROM customer WHERE c_custkey <= (SHARE * 150000)::integer), lo_custkey)
GROUP BY c_nation ORDER BY c_nation

--query part
SELECT p_mfgr, count(*), sum(lo_revenue::bigint - lo_supplycost)
FROM lines JOIN part ON lo_partkey = p_partkey
WHERE p_partkey <= (SHARE * 200000)::integer
--one AND bloom_contains((SELECT bloom_agg(p_partkey) FROM part WHERE p_partkey <= (SHARE * 200000)::integer), lo_partkey)
GROUP BY p_mfgr ORDER BY p_mfgr

--query supplier, date
SELECT d_year, s_nation, count(*), sum(lo_revenue::bigint)
FROM lines JOIN date ON lo_orderdate = d_datekey JOIN supplier ON lo_suppkey = s_suppkey
WHERE s_suppkey <= (SHARE * 10000)::integer
--one AND bloom_contains((SELECT bloom_agg(s_suppkey) FROM supplier WHERE s_suppkey <= (SHARE * 10000)::integer), lo_suppkey)
GROUP BY d_year, s_nation ORDER BY d_year, s_nation

--query customer, supplier
SELECT c_nation, s_region, count(*), sum(lo_revenue::bigint)
FROM lines JOIN customer ON lo_custkey = c_custkey JOIN supplier ON lo_suppkey = s_suppkey
WHERE c_custkey <= (SHARE * 150000)::integer AND s_suppkey <= (SHARE * 10000)::integer
--one AND bloom_contains((SELECT bloom_agg(c_custkey) FROM customer WHERE c_custkey <= (SHARE * 150000)::integer), lo_custkey)
--one AND bloom_contains((SELECT bloom_agg(s_suppkey) FROM supplier WHERE s_suppkey <= (SHARE * 10000)::integer), lo_suppkey)
GROUP BY c_nation, s_region ORDER BY c_nation, s_region

--query part, supplier, date
SELECT d_year, p_mfgr, count(*), sum(lo_revenue::bigint)
FROM lines JOIN date ON lo_orderdate = d_datekey JOIN part ON lo_partkey = p_partkey JOIN supplier ON lo_suppkey = s_suppkey
WHERE p_partkey <= (SHARE * 200000)::integer AND s_suppkey <= (SHARE * 10000)::integer
--one AND bloom_contains((SELECT bloom_agg(p_partkey) FROM part WHERE p_partkey <= (SHARE * 200000)::integer), lo_partkey)
--one AND bloom_contains((SELECT bloom_agg(s_suppkey) FROM supplier WHERE s_suppkey <= (SHARE * 10000)::integer), lo_suppkey)
GROUP BY d_year, p_mfgr ORDER BY d_year, p_mfgr

--query customer, part, supplier
SELECT c_region, p_mfgr, count(*), sum(lo_revenue::bigint)
FROM lines JOIN customer ON lo_custkey = c_custkey JOIN part ON lo_partkey = p_partkey JOIN supplier ON lo_suppkey = s_suppkey
WHERE c_custkey <= (SHARE * 150000)::integer AND p_partkey <= (SHARE * 200000)::integer AND s_suppkey <= (SHARE * 10000)::integer
--one AND bloom_contains((SELECT bloom_agg(c_custkey) FROM customer WHERE c_custkey <= (SHARE * 150000)::integer), lo_custkey)
--one AND bloom_contains((SELECT bloom_agg(p_partkey) FROM part WHERE p_partkey <= (SHARE * 200000)::integer), lo_partkey)
--one AND bloom_contains((SELECT bloom_agg(s_suppkey) FROM supplier WHERE s_suppkey <= (SHARE * 10000)::integer), lo_suppkey)
GROUP BY c_region, p_mfgr ORDER BY c_region, p_mfgr
