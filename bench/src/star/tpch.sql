-- TPC-H's queries that join, with the values of its validation. Lines after --one and --all are the screens.

--query Q2
SELECT s_acctbal, s_name, n_name, p_partkey, p_mfgr, s_address, s_phone, s_comment
FROM part, supplier, partsupp, nation, region
WHERE p_partkey = ps_partkey AND s_suppkey = ps_suppkey AND p_size = 15 AND p_type LIKE '%BRASS'
  AND s_nationkey = n_nationkey AND n_regionkey = r_regionkey AND r_name = 'EUROPE'
  AND ps_supplycost = (
      SELECT min(ps_supplycost) FROM partsupp, supplier, nation, region
      WHERE p_partkey = ps_partkey AND s_suppkey = ps_suppkey AND s_nationkey = n_nationkey
        AND n_regionkey = r_regionkey AND r_name = 'EUROPE')
--one AND bloom_contains((SELECT bloom_agg(p_partkey) FROM part WHERE p_size = 15 AND p_type LIKE '%BRASS'), ps_partkey)
--all AND bloom_contains((SELECT bloom_agg(s_suppkey) FROM supplier, nation, region WHERE s_nationkey = n_nationkey AND n_regionkey = r_regionkey AND r_name = 'EUROPE'), ps_suppkey)
--all AND bloom_contains((SELECT bloom_agg(n_nationkey) FROM nation, region WHERE n_regionkey = r_regionkey AND r_name = 'EUROPE'), s_nationkey)
ORDER BY s_acctbal DESC, n_name, s_name, p_partkey LIMIT 100

--query Q3
SELECT l_orderkey, sum(l_extendedprice * (1 - l_discount)) AS revenue, o_orderdate, o_shippriority
FROM customer, orders, lineitem
WHERE c_mktsegment = 'BUILDING' AND c_custkey = o_custkey AND l_orderkey = o_orderkey
  AND o_orderdate < '1995-03-15' AND l_shipdate > '1995-03-15'
--one AND bloom_contains((SELECT bloom_agg(c_custkey) FROM customer WHERE c_mktsegment = 'BUILDING'), o_custkey)
--all AND bloom_contains((SELECT bloom_agg(o_orderkey) FROM orders WHERE o_orderdate < '1995-03-15' AND bloom_contains((SELECT bloom_agg(c_custkey) FROM customer WHERE c_mktsegment = 'BUILDING'), o_custkey)), l_orderkey)
GROUP BY l_orderkey, o_orderdate, o_shippriority ORDER BY revenue DESC, o_orderdate, l_orderkey LIMIT 10

--query Q4
SELECT o_orderpriority, count(*) AS order_count
FROM orders
WHERE o_orderdate >= '1993-07-01' AND o_orderdate < '1993-10-01'
  AND EXISTS (
      SELECT FROM lineitem WHERE l_orderkey = o_orderkey AND l_commitdate < l_receiptdate
--one AND bloom_contains((SELECT bloom_agg(o_orderkey) FROM orders WHERE o_orderdate >= '1993-07-01' AND o_orderdate < '1993-10-01'), l_orderkey)
  )
GROUP BY o_orderpriority ORDER BY o_orderpriority

--query Q5
SELECT n_name, sum(l_extendedprice * (1 - l_discount)) AS revenue
FROM customer, orders, lineitem, supplier, nation, region
WHERE c_custkey = o_custkey AND l_orderkey = o_orderkey AND l_suppkey = s_suppkey AND c_nationkey = s_nationkey
  AND s_nationkey = n_nationkey AND n_regionkey = r_regionkey AND r_name = 'ASIA'
  AND o_orderdate >= '1994-01-01' AND o_orderdate < '1995-01-01'
--one AND bloom_contains((SELECT bloom_agg(o_orderkey) FROM orders WHERE o_orderdate >= '1994-01-01' AND o_orderdate < '1995-01-01'), l_orderkey)
--all AND bloom_contains((SELECT bloom_agg(s_suppkey) FROM supplier, nation, region WHERE s_nationkey = n_nationkey AND n_regionkey = r_regionkey AND r_name = 'ASIA'), l_suppkey)
--all AND bloom_contains((SELECT bloom_agg(c_custkey) FROM customer, nation, region WHERE c_nationkey = n_nationkey AND n_regionkey = r_regionkey AND r_name = 'ASIA'), o_custkey)
--all AND bloom_contains((SELECT bloom_agg(n_nationkey) FROM nation, region WHERE n_regionkey = r_regionkey AND r_name = 'ASIA'), c_nationkey)
GROUP BY n_name ORDER BY revenue DESC

--query Q7
SELECT supp_nation, cust_nation, l_year, sum(volume) AS revenue
FROM (
    SELECT n1.n_name AS supp_nation, n2.n_name AS cust_nation, extract(year FROM l_shipdate) AS l_year,
           l_extendedprice * (1 - l_discount) AS volume
    FROM supplier, lineitem, orders, customer, nation AS n1, nation AS n2
    WHERE s_suppkey = l_suppkey AND o_orderkey = l_orderkey AND c_custkey = o_custkey
      AND s_nationkey = n1.n_nationkey AND c_nationkey = n2.n_nationkey
      AND (n1.n_name = 'FRANCE' AND n2.n_name = 'GERMANY' OR n1.n_name = 'GERMANY' AND n2.n_name = 'FRANCE')
      AND l_shipdate BETWEEN '1995-01-01' AND '1996-12-31'
--one AND bloom_contains((SELECT bloom_agg(s_suppkey) FROM supplier, nation WHERE s_nationkey = n_nationkey AND n_name IN ('FRANCE', 'GERMANY')), l_suppkey)
--all AND bloom_contains((SELECT bloom_agg(o_orderkey) FROM orders WHERE bloom_contains((SELECT bloom_agg(c_custkey) FROM customer, nation WHERE c_nationkey = n_nationkey AND n_name IN ('FRANCE', 'GERMANY')), o_custkey)), l_orderkey)
--all AND bloom_contains((SELECT bloom_agg(c_custkey) FROM customer, nation WHERE c_nationkey = n_nationkey AND n_name IN ('FRANCE', 'GERMANY')), o_custkey)
) AS shipping
GROUP BY supp_nation, cust_nation, l_year ORDER BY supp_nation, cust_nation, l_year

--query Q8
SELECT o_year, sum(CASE WHEN nation = 'BRAZIL' THEN volume ELSE 0 END) / sum(volume) AS mkt_share
FROM (
    SELECT extract(year FROM o_orderdate) AS o_year, l_extendedprice * (1 - l_discount) AS volume, n2.n_name AS nation
    FROM part, supplier, lineitem, orders, customer, nation AS n1, nation AS n2, region
    WHERE p_partkey = l_partkey AND s_suppkey = l_suppkey AND l_orderkey = o_orderkey AND o_custkey = c_custkey
      AND c_nationkey = n1.n_nationkey AND n1.n_regionkey = r_regionkey AND r_name = 'AMERICA'
      AND s_nationkey = n2.n_nationkey AND o_orderdate BETWEEN '1995-01-01' AND '1996-12-31'
      AND p_type = 'ECONOMY ANODIZED STEEL'
--one AND bloom_contains((SELECT bloom_agg(p_partkey) FROM part WHERE p_type = 'ECONOMY ANODIZED STEEL'), l_partkey)
--all AND bloom_contains((SELECT bloom_agg(c_custkey) FROM customer, nation, region WHERE c_nationkey = n_nationkey AND n_regionkey = r_regionkey AND r_name = 'AMERICA'), o_custkey)
--all AND bloom_contains((SELECT bloom_agg(o_orderkey) FROM orders WHERE o_orderdate BETWEEN '1995-01-01' AND '1996-12-31'), l_orderkey)
) AS all_nations
GROUP BY o_year ORDER BY o_year

--query Q9
SELECT nation, o_year, sum(amount) AS sum_profit
FROM (
    SELECT n_name AS nation, extract(year FROM o_orderdate) AS o_year,
           l_extendedprice * (1 - l_discount) - ps_supplycost * l_quantity AS amount
    FROM part, supplier, lineitem, partsupp, orders, nation
    WHERE s_suppkey = l_suppkey AND ps_suppkey = l_suppkey AND ps_partkey = l_partkey AND p_partkey = l_partkey
      AND o_orderkey = l_orderkey AND s_nationkey = n_nationkey AND p_name LIKE '%green%'
--one AND bloom_contains((SELECT bloom_agg(p_partkey) FROM part WHERE p_name LIKE '%green%'), l_partkey)
--all AND bloom_contains((SELECT bloom_agg(p_partkey) FROM part WHERE p_name LIKE '%green%'), ps_partkey)
) AS profit
GROUP BY nation, o_year ORDER BY nation, o_year DESC

--query Q10
SELECT c_custkey, c_name, sum(l_extendedprice * (1 - l_discount)) AS revenue, c_acctbal, n_name, c_address, c_phone,
       c_comment
FROM customer, orders, lineitem, nation
WHERE c_custkey = o_custkey AND l_orderkey = o_orderkey AND o_orderdate >= '1993-10-01' AND o_orderdate < '1994-01-01'
  AND l_returnflag = 'R' AND c_nationkey = n_nationkey
--one AND bloom_contains((SELECT bloom_agg(o_orderkey) FROM orders WHERE o_orderdate >= '1993-10-01' AND o_orderdate < '1994-01-01'), l_orderkey)
--all AND bloom_contains((SELECT bloom_agg(o_custkey) FROM orders WHERE o_orderdate >= '1993-10-01' AND o_orderdate < '1994-01-01'), c_custkey)
GROUP BY c_custkey, c_name, c_acctbal, c_phone, n_name, c_address, c_comment ORDER BY revenue DESC, c_custkey LIMIT 20

--query Q11
SELECT ps_partkey, sum(ps_supplycost * ps_availqty) AS value
FROM partsupp, supplier, nation
WHERE ps_suppkey = s_suppkey AND s_nationkey = n_nationkey AND n_name = 'GERMANY'
--one AND bloom_contains((SELECT bloom_agg(s_suppkey) FROM supplier, nation WHERE s_nationkey = n_nationkey AND n_name = 'GERMANY'), ps_suppkey)
GROUP BY ps_partkey HAVING sum(ps_supplycost * ps_availqty) > (
    SELECT sum(ps_supplycost * ps_availqty) * 0.0001 FROM partsupp, supplier, nation
    WHERE ps_suppkey = s_suppkey AND s_nationkey = n_nationkey AND n_name = 'GERMANY'
--all AND bloom_contains((SELECT bloom_agg(s_suppkey) FROM supplier, nation WHERE s_nationkey = n_nationkey AND n_name = 'GERMANY'), ps_suppkey)
)
ORDER BY value DESC, ps_partkey

--query Q16
SELECT p_brand, p_type, p_size, count(DISTINCT ps_suppkey) AS supplier_cnt
FROM partsupp, part
WHERE p_partkey = ps_partkey AND p_brand <> 'Brand#45' AND p_type NOT LIKE 'MEDIUM POLISHED%'
  AND p_size IN (49, 14, 23, 45, 19, 3, 36, 9)
  AND ps_suppkey NOT IN (SELECT s_suppkey FROM supplier WHERE s_comment LIKE '%Customer%Complaints%')
--one AND bloom_contains((SELECT bloom_agg(p_partkey) FROM part WHERE p_brand <> 'Brand#45' AND p_type NOT LIKE 'MEDIUM POLISHED%' AND p_size IN (49, 14, 23, 45, 19, 3, 36, 9)), ps_partkey)
GROUP BY p_brand, p_type, p_size ORDER BY supplier_cnt DESC, p_brand, p_type, p_size

--query Q17
SELECT sum(l_extendedprice) / 7.0 AS avg_yearly
FROM lineitem, part
WHERE p_partkey = l_partkey AND p_brand = 'Brand#23' AND p_container = 'MED BOX'
  AND l_quantity < (SELECT 0.2 * avg(l_quantity) FROM lineitem WHERE l_partkey = p_partkey)
--one AND bloom_contains((SELECT bloom_agg(p_partkey) FROM part WHERE p_brand = 'Brand#23' AND p_container = 'MED BOX'), l_partkey)

--query Q19
SELECT sum(l_extendedprice * (1 - l_discount)) AS revenue
FROM lineitem, part
WHERE p_partkey = l_partkey AND l_shipmode IN ('AIR', 'AIR REG') AND l_shipinstruct = 'DELIVER IN PERSON'
  AND (p_brand = 'Brand#12' AND p_container IN ('SM CASE', 'SM BOX', 'SM PACK', 'SM PKG') AND l_quantity BETWEEN 1 AND 11 AND p_size BETWEEN 1 AND 5
    OR p_brand = 'Brand#23' AND p_container IN ('MED BAG', 'MED BOX', 'MED PKG', 'MED PACK') AND l_quantity BETWEEN 10 AND 20 AND p_size BETWEEN 1 AND 10
    OR p_brand = 'Brand#34' AND p_container IN ('LG CASE', 'LG BOX', 'LG PACK', 'LG PKG') AND l_quantity BETWEEN 20 AND 30 AND p_size BETWEEN 1 AND 15)
--one AND bloom_contains((SELECT bloom_agg(p_partkey) FROM part WHERE p_brand = 'Brand#12' AND p_container IN ('SM CASE', 'SM BOX', 'SM PACK', 'SM PKG') AND p_size BETWEEN 1 AND 5 OR p_brand = 'Brand#23' AND p_container IN ('MED BAG', 'MED BOX', 'MED PKG', 'MED PACK') AND p_size BETWEEN 1 AND 10 OR p_brand = 'Brand#34' AND p_container IN ('LG CASE', 'LG BOX', 'LG PACK', 'LG PKG') AND p_size BETWEEN 1 AND 15), l_partkey)

--query Q20
SELECT s_name, s_address
FROM supplier, nation
WHERE s_suppkey IN (
      SELECT ps_suppkey FROM partsupp
      WHERE ps_partkey IN (SELECT p_partkey FROM part WHERE p_name LIKE 'forest%')
        AND ps_availqty > (
            SELECT 0.5 * sum(l_quantity) FROM lineitem
            WHERE l_partkey = ps_partkey AND l_suppkey = ps_suppkey
              AND l_shipdate >= '1994-01-01' AND l_shipdate < '1995-01-01')
--one AND bloom_contains((SELECT bloom_agg(p_partkey) FROM part WHERE p_name LIKE 'forest%'), ps_partkey)
--all AND bloom_contains((SELECT bloom_agg(s_suppkey) FROM supplier, nation WHERE s_nationkey = n_nationkey AND n_name = 'CANADA'), ps_suppkey)
  )
  AND s_nationkey = n_nationkey AND n_name = 'CANADA'
ORDER BY s_name

--query Q21
SELECT s_name, count(*) AS numwait
FROM supplier, lineitem AS l1, orders, nation
WHERE s_suppkey = l1.l_suppkey AND o_orderkey = l1.l_orderkey AND o_orderstatus = 'F'
  AND l1.l_receiptdate > l1.l_commitdate
  AND EXISTS (SELECT FROM lineitem AS l2 WHERE l2.l_orderkey = l1.l_orderkey AND l2.l_suppkey <> l1.l_suppkey)
  AND NOT EXISTS (
      SELECT FROM lineitem AS l3
      WHERE l3.l_orderkey = l1.l_orderkey AND l3.l_suppkey <> l1.l_suppkey AND l3.l_receiptdate > l3.l_commitdate)
  AND s_nationkey = n_nationkey AND n_name = 'SAUDI ARABIA'
--one AND bloom_contains((SELECT bloom_agg(s_suppkey) FROM supplier, nation WHERE s_nationkey = n_nationkey AND n_name = 'SAUDI ARABIA'), l1.l_suppkey)
--all AND bloom_contains((SELECT bloom_agg(o_orderkey) FROM orders WHERE o_orderstatus = 'F'), l1.l_orderkey)
GROUP BY s_name ORDER BY numwait DESC, s_name LIMIT 100

--query Q22
SELECT cntrycode, count(*) AS numcust, sum(c_acctbal) AS totacctbal
FROM (
    SELECT substring(c_phone FROM 1 FOR 2) AS cntrycode, c_acctbal
    FROM customer
    WHERE substring(c_phone FROM 1 FOR 2) IN ('13', '31', '23', '29', '30', '18', '17')
      AND c_acctbal > (
          SELECT avg(c_acctbal) FROM customer
          WHERE c_acctbal > 0.00 AND substring(c_phone FROM 1 FOR 2) IN ('13', '31', '23', '29', '30', '18', '17'))
      AND NOT EXISTS (
          SELECT FROM orders WHERE o_custkey = c_custkey
--one AND bloom_contains((SELECT bloom_agg(c_custkey) FROM customer WHERE substring(c_phone FROM 1 FOR 2) IN ('13', '31', '23', '29', '30', '18', '17')), o_custkey)
      )
) AS custsale
GROUP BY cntrycode ORDER BY cntrycode
