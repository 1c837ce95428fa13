-- How many of the extension's functions returned something.
SELECT format('%s of %s functions were called', count(DISTINCT c.oid) FILTER (WHERE calls > 0), count(DISTINCT c.oid))
FROM campaign.callable AS c LEFT JOIN pg_stat_user_functions AS f ON f.funcid = c.oid WHERE prokind = 'f';
