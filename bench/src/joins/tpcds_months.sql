-- The sales in partitions by month, with an index of the columns of their primary keys.
CREATE SCHEMA tpcds_months;
DO $$ DECLARE
    sales record;
    month record;
BEGIN
    FOR sales IN VALUES ('store_sales', 'ss_sold_date_sk', 'ss_item_sk, ss_ticket_number'),
                        ('catalog_sales', 'cs_sold_date_sk', 'cs_item_sk, cs_order_number'),
                        ('web_sales', 'ws_sold_date_sk', 'ws_item_sk, ws_order_number') LOOP
        EXECUTE format('CREATE TABLE tpcds_months.%1$I (LIKE tpcds.%1$I) PARTITION BY RANGE (%2$I)',
                       sales.column1, sales.column2);
        EXECUTE format('CREATE TABLE tpcds_months.%1$s_other PARTITION OF tpcds_months.%1$I DEFAULT', sales.column1);
        FOR month IN SELECT d_year, d_moy, min(d_date_sk) AS first, max(d_date_sk) AS last FROM tpcds.date_dim
                     WHERE d_year BETWEEN 1998 AND 2003 GROUP BY d_year, d_moy LOOP
            EXECUTE format('CREATE TABLE tpcds_months.%1$s_%2$s_%3$s PARTITION OF tpcds_months.%1$I
                                FOR VALUES FROM (%4$s) TO (%5$s)',
                           sales.column1, month.d_year, month.d_moy, month.first, month.last + 1);
        END LOOP;
        EXECUTE format('INSERT INTO tpcds_months.%1$I SELECT * FROM tpcds.%1$I', sales.column1);
        EXECUTE format('CREATE INDEX ON tpcds_months.%1$I (%2$s)', sales.column1, sales.column3);
    END LOOP;
END $$;
