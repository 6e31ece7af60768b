/** Orders of customers that are handed in together, as New Order Lists (MsgType E). */
package io.daisychain.datagen.list;
