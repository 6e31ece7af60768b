/**
 * What stands between a FIX connection and QuickFIX/J's session, which believes whatever length it
 * is told and holds whatever it is sent: bounded messages in, bounded messages out.
 */
package io.daisychain.watch.session;
