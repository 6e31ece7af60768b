/** Behaviours that surveillance looks for, in lifecycles that follow a script. */
package io.daisychain.datagen.behaviour;
