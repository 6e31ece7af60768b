/** Who is who: the file in which an operator says who may send, hear and ask what. */
package io.daisychain.model.access;
