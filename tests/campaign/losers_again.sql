-- Measures once more what loses.
SELECT format('CALL run(%s, %L, %L, %s)', number, m, query, key)
    FROM compared, unnest(ARRAY['off', mode]) AS m WHERE mode = 'on' AND time > 1.05 \gexec
