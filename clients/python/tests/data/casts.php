<?php
// What docs/DRIVERS.md says of PDO: prints "name answer" or "name SQLSTATE" for each line.
$connection = new PDO('pgsql:' . $argv[1]);

function ask($name, $query, $value = null, $type = PDO::PARAM_STR) {
    global $connection;
    try {
        $statement = $connection->prepare($query);
        if ($value !== null) {
            $statement->bindValue(1, $value, $type);
        }
        $statement->execute();
        $answer = $statement->fetchColumn();
        $answer = is_resource($answer) ? stream_get_contents($answer) : $answer;
        echo "$name ", is_string($answer) ? substr($answer, 0, 5) : json_encode($answer), "\n";
        return $answer;
    } catch (PDOException $error) {
        echo "$name ", $error->getCode(), "\n";
    }
}

$contains = 'SELECT bloom_contains(ids, ?) FROM customer_filters';
ask('integer', $contains, 42);
ask('integer-type', $contains, 42, PDO::PARAM_INT);
ask('integer-cast', str_replace('?', '?::bigint', $contains), 42);
ask('text', 'SELECT bloom_contains(names, ?) FROM customer_filters', 'customer-1');
ask('array-cast', 'SELECT bloom_contains_each(names, ?::text[]) FROM customer_filters', '{customer-1,x}');
$bytes = ask('read', 'SELECT names::bytea FROM customer_filters');
ask('store', 'UPDATE customer_filters SET names = ?::bytea::bloom RETURNING true', $bytes);
ask('store-type', 'UPDATE customer_filters SET names = ? RETURNING true', $bytes, PDO::PARAM_LOB);
