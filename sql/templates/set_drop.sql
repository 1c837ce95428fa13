-- Drops a live set. Fails if another object depends on it.

DROP FUNCTION @set_contains@(@element@), @set_add@(@element@), @set_add_all@(@element@[]), @set_grow@(bigint, double precision),
    @set_load@(text, bigint), @set_forget@(interval, interval), @set_info@();

DROP TABLE @set@, @set_layers@;
