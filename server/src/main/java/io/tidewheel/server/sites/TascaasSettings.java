package io.tidewheel.server.sites;

import io.tidewheel.controllers.sites.SiteRules;
import java.time.Duration;
import java.util.List;

/**
 * What may be set about the endpoints for foreign sites.
 *
 * @param secret what a site must know to register
 * @param scaleTime how long sites take to change their size
 * @param originalHint whether sites are told TaScaaS's own hint, and not ours
 * @param defaults how many partitions jobs have that do not say so themselves
 * @param openBalancing whether anybody who knows the name of a job may call its balancer, as with the original
 * @param inputWait how long a job file may wait for its input before that is an error
 * @param balancer another balancer than ours: {@link #EXACT}, or a program that speaks RUPER-LB's lines, in words; empty for ours
 */
public record TascaasSettings(
        String secret,
        Duration scaleTime,
        boolean originalHint,
        JobFile.Defaults defaults,
        boolean openBalancing,
        Duration inputWait,
        List<String> balancer) {
    /** RUPER-LB, number for number. */
    public static final String EXACT = "exact";

    public static final Duration USUAL_SCALE_TIME = Duration.ofMinutes(5);
    public static final Duration USUAL_INPUT_WAIT = Duration.ofMinutes(10);
    private static final int SHORTEST_SECRET = 8;

    public TascaasSettings {
        balancer = List.copyOf(balancer);
        if (secret.length() < SHORTEST_SECRET || !secret.matches("[A-Za-z0-9._~-]+")) {
            throw new IllegalArgumentException(
                    "the secret of sites has at least %d letters, digits and . _ ~ -: it goes unescaped through addresses"
                            .formatted(SHORTEST_SECRET));
        }
        if (scaleTime.toSeconds() < 1) throw new IllegalArgumentException("the scale time is at least one second");
        if (inputWait.isNegative()) throw new IllegalArgumentException("the wait for an input is not negative");
    }

    /** The settings with our own balancer, which sites alone may call. */
    public TascaasSettings(String secret, Duration scaleTime, boolean originalHint, JobFile.Defaults defaults) {
        this(secret, scaleTime, originalHint, defaults, List.of());
    }

    /** For sites alone, with the usual wait for inputs. */
    public TascaasSettings(
            String secret, Duration scaleTime, boolean originalHint, JobFile.Defaults defaults, List<String> balancer) {
        this(secret, scaleTime, originalHint, defaults, false, USUAL_INPUT_WAIT, balancer);
    }

    /** The same, open to everybody who knows the name of a job. */
    public TascaasSettings withOpenBalancing() {
        return new TascaasSettings(secret, scaleTime, originalHint, defaults, true, inputWait, balancer);
    }

    public TascaasSettings withInputWait(Duration wait) {
        return new TascaasSettings(secret, scaleTime, originalHint, defaults, openBalancing, wait, balancer);
    }

    public static TascaasSettings of(String secret) {
        return new TascaasSettings(secret, USUAL_SCALE_TIME, false, JobFile.Defaults.OF_TASCAAS);
    }

    /** What the controller of sites goes by. */
    public SiteRules rules() {
        return new SiteRules(scaleTime, originalHint);
    }

    /** Secrets do not belong into logs. */
    @Override
    public String toString() {
        return "TascaasSettings[scaleTime=%s, originalHint=%s]".formatted(scaleTime, originalHint);
    }
}
