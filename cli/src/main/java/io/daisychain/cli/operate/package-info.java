/** Commands that copy what the others keep, and bring it back. */
package io.daisychain.cli.operate;
