package io.tidewheel.server.endpoints.tascaas;

/**
 * A partition that is handed to a site.
 *
 * @param reportSeconds how often its process should report
 * @param dataUrl where its input can be fetched
 * @param iterations its first share; the daemons ask for the field and nobody reads it
 */
public record PartitionOffer(String job, long reportSeconds, int worker, String dataUrl, long iterations) {}
