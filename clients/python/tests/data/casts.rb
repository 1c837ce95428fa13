# What docs/DRIVERS.md says of ruby-pg: prints "name answer" or "name SQLSTATE" for each line.
require 'pg'

CONNECTION = PG.connect(ARGV[0])

def ask(name, query, *values)
  answer = CONNECTION.exec_params(query, values).getvalue(0, 0)
  puts "#{name} #{answer[0, 5]}"
  answer
rescue PG::Error => error
  puts "#{name} #{error.result.error_field(PG::PG_DIAG_SQLSTATE)}"
end

ask('integer', 'SELECT bloom_contains(ids, $1) FROM customer_filters', 42)
ask('integer-cast', 'SELECT bloom_contains(ids, $1::bigint) FROM customer_filters', 42)
ask('text', 'SELECT bloom_contains(names, $1) FROM customer_filters', 'customer-1')
ask('array-cast', 'SELECT bloom_contains_each(names, $1::text[]) FROM customer_filters', '{customer-1,x}')
bytes = CONNECTION.unescape_bytea(ask('read', 'SELECT names::bytea FROM customer_filters'))
ask('store', 'UPDATE customer_filters SET names = $1 RETURNING true', { value: bytes, format: 1 })
