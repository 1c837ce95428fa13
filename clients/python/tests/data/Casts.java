import java.nio.charset.StandardCharsets;
import java.sql.*;

/** What docs/DRIVERS.md says of pgjdbc: prints "name answer" or "name SQLSTATE" for each line. */
public class Casts {
    interface Bind { void to(PreparedStatement statement) throws SQLException; }

    static void ask(Connection connection, String name, String query, Bind bind) throws SQLException {
        try (var statement = connection.prepareStatement(query)) {
            bind.to(statement);
            var row = statement.executeQuery();
            row.next();
            System.out.println(name + " " + row.getBoolean(1));
        } catch (SQLException error) {
            System.out.println(name + " " + error.getSQLState());
        }
    }

    public static void main(String[] arguments) throws SQLException {
        try (var connection = DriverManager.getConnection(arguments[0])) {
            var day = Date.valueOf("2026-01-01");
            var days = "SELECT bloom_contains(bloom_of(ARRAY['2026-01-01'::date]), ";
            ask(connection, "date", days + "?)", statement -> statement.setDate(1, day));
            ask(connection, "date-cast", days + "?::date)", statement -> statement.setDate(1, day));
            var noon = Timestamp.valueOf("2026-01-01 12:00:00");
            var times = "SELECT bloom_contains(bloom_of(ARRAY['2026-01-01 12:00'::timestamp]), ";
            ask(connection, "timestamp", times + "?)", statement -> statement.setTimestamp(1, noon));
            ask(connection, "timestamp-cast", times + "?::timestamp)", statement -> statement.setTimestamp(1, noon));
            ask(connection, "text", "SELECT bloom_contains(names, ?) FROM customer_filters",
                statement -> statement.setString(1, "customer-1"));
            var each = "SELECT (bloom_contains_each(names, ?))[1] FROM customer_filters";
            var names = new Object[] {"customer-1", "nobody"};
            ask(connection, "objects", each, statement -> statement.setObject(1, names));
            ask(connection, "objects-cast", each.replace("?", "?::text[]"), statement -> statement.setObject(1, names));
            ask(connection, "array", each, statement -> statement.setArray(1, connection.createArrayOf("text", names)));
            // Prepared on the server from the first execution on.
            try (var statement = connection.prepareStatement("SELECT names, names::bytea FROM customer_filters")) {
                statement.unwrap(org.postgresql.PGStatement.class).setPrepareThreshold(1);
                var starts = new StringBuilder();
                for (int i = 0; i < 4; i++) {
                    var prepared = statement.executeQuery();
                    prepared.next();
                    for (int column = 1; column <= 2; column++) {
                        starts.append(' ').append(new String(prepared.getBytes(column), 0, 4, StandardCharsets.ISO_8859_1));
                    }
                }
                System.out.println("prepared" + starts);
            }
            var row = connection.createStatement().executeQuery("SELECT names, names::bytea FROM customer_filters");
            row.next();
            System.out.println("bytes " + new String(row.getBytes(1), 0, 4, StandardCharsets.ISO_8859_1));
            System.out.println("bytes-cast " + new String(row.getBytes(2), 0, 4, StandardCharsets.ISO_8859_1));
        }
    }
}
