/** Which events a view has, counted by the cells of a picture. */
package io.daisychain.explorer.picture;
