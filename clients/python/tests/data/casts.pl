# What docs/DRIVERS.md says of DBD::Pg: prints "name answer" or "name SQLSTATE" for each line.
use strict;
use warnings;
use DBI;
use DBD::Pg;

my $connection = DBI->connect("dbi:Pg:$ARGV[0]", '', '', { PrintError => 0 }) or die $DBI::errstr;

sub ask {
    my ($name, $query, $value, $type) = @_;
    my $statement = $connection->prepare($query);
    $statement->bind_param(1, $value, $type && { pg_type => $type }) if defined $value;
    my $row = $statement->execute ? $statement->fetchrow_arrayref : undef;
    print "$name ", $row ? substr($row->[0], 0, 4) : $statement->state, "\n";
    return $row && $row->[0];
}

ask('integer', 'SELECT bloom_contains(ids, ?) FROM customer_filters', 42);
ask('integer-cast', 'SELECT bloom_contains(ids, ?::bigint) FROM customer_filters', 42);
ask('integer-type', 'SELECT bloom_contains(ids, ?) FROM customer_filters', 42, DBD::Pg::PG_INT8);
ask('text', 'SELECT bloom_contains(names, ?) FROM customer_filters', 'customer-1');
my $bytes = ask('read', 'SELECT names::bytea FROM customer_filters');
my $store = 'UPDATE customer_filters SET names = ?%s RETURNING true';
ask('store', sprintf($store, '::bytea::bloom'), $bytes);
ask('store-type', sprintf($store, '::bytea::bloom'), $bytes, DBD::Pg::PG_BYTEA);
ask('store-no-cast', sprintf($store, ''), $bytes, DBD::Pg::PG_BYTEA);
