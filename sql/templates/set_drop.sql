-- Drops a live set. Fails if another object depends on it.

DROP FUNCTION @set_contains@;
DROP FUNCTION @set_add@;
DROP FUNCTION @set_add_all@;
DROP FUNCTION @set_grow@(bigint, double precision);
DROP FUNCTION @set_load@(text, bigint);
DROP FUNCTION @set_forget@(interval, interval);
DROP FUNCTION @set_info@();
DROP TABLE @set@, @set_layers@;
