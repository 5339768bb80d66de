/**
 * Workflows: what a file says, as records. The folders below read such files ({@code text}), find what is wrong with them ({@code check}),
 * turn them step by step into process chains ({@code chains}), tell beforehand what will happen ({@code plan}) and take over workflows of
 * other systems ({@code imports}). Pure: text and values come in, values go out.
 */
@NullMarked
package io.tidewheel.workflow;

import org.jspecify.annotations.NullMarked;
