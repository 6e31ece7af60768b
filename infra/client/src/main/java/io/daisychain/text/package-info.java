/**
 * Text on its way to people: secrets are masked in it ({@link io.daisychain.text.Secrets}), and a
 * terminal finds nothing in it to obey ({@link io.daisychain.text.VisibleText}).
 */
package io.daisychain.text;
