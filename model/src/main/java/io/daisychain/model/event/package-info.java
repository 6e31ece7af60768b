/** FIX 4.2 messages to order events: fields, identity, parent references. */
package io.daisychain.model.event;
