/**
 * The HTTP interface of the Steep workflow management system, so that its clients and scripts work here with no more than a token added:
 * the same paths, the same JSON, plain text where something is wrong. It shows workflows only. A submission has the number of its run as
 * its id ({@code 12}), a process chain that number and its index ({@code 12-3}).
 */
@NullMarked
package io.tidewheel.server.endpoints.steep;

import org.jspecify.annotations.NullMarked;
