/** Folders of files that change at once, on this machine or where Beam's FileSystems reach. */
package io.daisychain.beam.files;
