-- Drops a live set. Fails if another object depends on it.

DROP FUNCTION @set_contains@;
DROP FUNCTION @set_add@;
DROP FUNCTION @set_add_all@;
DROP FUNCTION @set_grow@;
DROP FUNCTION @set_load@;
DROP FUNCTION @set_forget@;
DROP FUNCTION @set_info@;
DROP TABLE @set@, @set_layers@;
