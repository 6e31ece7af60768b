/** The published tables and views: columns, types, SQL. */
package io.daisychain.publish.table;
