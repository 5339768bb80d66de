/** From text to records: YAML or JSON becomes a tree in which every node knows its line and column, and the tree becomes workflows, services, macros and setups. All that is wrong is told at once. */
@NullMarked
package io.tidewheel.workflow.text;

import org.jspecify.annotations.NullMarked;
