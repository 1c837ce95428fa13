-- The tables of a live set. sql/templates/set.sql has its functions.

CREATE TABLE @set_layers@ (
    layer integer PRIMARY KEY,
    shards integer NOT NULL CHECK (shards > 0),
    fpp double precision NOT NULL CHECK (fpp > 0 AND fpp < 1),
    grows boolean NOT NULL,
    older boolean NOT NULL,
    since timestamptz NOT NULL DEFAULT now(),
    newer boolean NOT NULL
);

CREATE TABLE @set@ (
    layer integer,
    shard integer,
    f @bloom@.bloom NOT NULL,
    open boolean NOT NULL DEFAULT true,
    PRIMARY KEY (layer, shard)
) WITH (fillfactor = 85, toast_tuple_target = 8160);
