package io.tidewheel.server.endpoints.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.model.ObjectName;
import io.tidewheel.model.Owner;
import io.tidewheel.server.host.DatabaseOpener;
import io.tidewheel.server.objects.ObjectOwners;
import io.tidewheel.server.objects.ObjectPermission;
import io.tidewheel.server.objects.ObjectPermission.Use;
import io.tidewheel.server.objects.ObjectUrls;
import io.tidewheel.server.objects.RunObjects;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Objects over HTTP, with addresses that are their own permission. */
class ObjectRoutesTest {
    private static final String ABC = "sha-256=:ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=:";
    private static final String HEX = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
    private static final long SEED = Long.getLong("tidewheel.faults.seed", 13);
    private static final ObjectName NAME = new ObjectName("run-1/out.txt");

    @TempDir
    Path folder;

    private ApiFixture api;

    @BeforeEach
    void begin() throws Exception {
        api = new ApiFixture(folder.resolve("data"));
    }

    @AfterEach
    void end() {
        api.close();
    }

    @Test
    void whatIsBroughtCanBeFetched() {
        var brought = put(url(Use.PUT, 10), "abc");
        assertThat(brought.status()).isEqualTo(201);
        assertThat(brought.json().get("size").asLong()).isEqualTo(3);
        assertThat(brought.json().get("sha256").asString()).startsWith("ba7816bf");
        assertThat(api.server.objects().find(NAME)).isPresent();
        var fetched = api.send(HttpRequest.newBuilder(api.uri(url(Use.GET, 10))));
        assertThat(fetched.status()).isEqualTo(200);
        assertThat(fetched.body()).isEqualTo("abc");
        assertThat(fetched.raw().headers().firstValue("Repr-Digest")).contains(ABC);
    }

    @Test
    void aTokenOpensWhatRunsOfItsOwnerHaveMadeAndNothingElse() throws Exception {
        var ann = api.token("user", "ann");
        var bob = api.token("user", "bob");
        long run = api.submit(ann, "{\"command\": [\"go\"], \"requires\": [\"nothing\"]}");
        keep("out/%d/%s".formatted(run, HEX));
        keep("jobs/owner/of-nobody/job");
        var url = "/objects/out:%d:%s".formatted(run, HEX);
        for (var token : List.of(ann, api.token("read-only", "ann"), api.admin)) {
            var fetched = api.get(token, url);
            assertThat(fetched.body()).isEqualTo("abc");
            assertThat(fetched.raw().headers().firstValue("Repr-Digest")).contains(ABC);
            var head = api.send(api.request(token, url).HEAD());
            assertThat(head.status()).isEqualTo(200);
            assertThat(head.raw().headers().firstValue("Content-Length")).contains("3");
            assertThat(head.raw().headers().firstValue("Repr-Digest")).contains(ABC);
            assertThat(api.send(api.request(token, url).header("Range", "bytes=1-1"))
                            .body())
                    .isEqualTo("b");
        }
        assertThat(api.get(bob, url).status()).isEqualTo(404);
        assertThat(api.send(api.request(bob, url).HEAD()).status()).isEqualTo(404);
        for (var name : List.of("jobs:owner:of-nobody:job", "out:77:" + HEX, "out", "..:..", "run-1:out.txt"))
            assertThat(api.get(ann, "/objects/" + name).status()).as(name).isEqualTo(404);
        assertThat(api.get("/objects/jobs:owner:of-nobody:job").status()).isEqualTo(200);
        for (var role : List.of("agent", "site"))
            assertThat(api.get(api.token(role, "ann"), url).status()).as(role).isEqualTo(403);
        assertThat(api.get("wrong", url).status()).isEqualTo(401);
        refused("bad-signature", url);
        put(url(Use.PUT, 10), "abc");
        assertThat(api.get(bob, url(Use.GET, 10)).body())
                .as("a signed address, whoever shows it")
                .isEqualTo("abc");
        assertThat(api.put(ann, url, "other").status()).isEqualTo(403);
    }

    private void keep(String name) {
        var bytes = "abc".getBytes(StandardCharsets.UTF_8);
        api.server.objects().put(new ObjectName(name), new ByteArrayInputStream(bytes)::read, 10, Optional.empty());
    }

    @Test
    void ownersListTheirObjectsPageByPage() throws Exception {
        var ann = api.token("user", "ann");
        long own = api.submit(ann, "{\"command\": [\"go\"], \"requires\": [\"nothing\"]}");
        long other = api.submit("{\"command\": [\"go\"], \"requires\": [\"nothing\"]}");
        for (int i = 0; i < 3; i++) {
            keep("out/%d/own-%d".formatted(own, i));
            keep("out/%d/other-%d".formatted(other, i));
            keep("tmp/%d/own-%d".formatted(own, i));
        }
        var owner = new Owner("ann");
        keep("input/%s/data.bin".formatted(RunObjects.folderOf(owner)));
        keep(ObjectOwners.markOf(owner, "job-1").text());
        keep("output/results/job-1/worker-0/results.dat");
        keep("output/results/job-2/worker-0/results.dat");
        var all = List.of(
                "input/%s/data.bin".formatted(RunObjects.folderOf(owner)),
                "out/%d/own-0".formatted(own),
                "out/%d/own-1".formatted(own),
                "out/%d/own-2".formatted(own),
                "output/results/job-1/worker-0/results.dat",
                "tmp/%d/own-0".formatted(own),
                "tmp/%d/own-1".formatted(own),
                "tmp/%d/own-2".formatted(own));
        assertThat(listed(ann, "limit=100")).isEqualTo(all);
        assertThat(listed(ann, "limit=1")).isEqualTo(all);
        assertThat(listed(ann, "limit=3&prefix=out")).isEqualTo(all.subList(1, 5));
        assertThat(listed(ann, "prefix=out/%d/own-1".formatted(own))).isEqualTo(all.subList(2, 3));
        assertThat(listed(ann, "prefix=output/results/job-2")).isEmpty();
        assertThat(listed(ann, "prefix=jobs/")).isEmpty();
        assertThat(listed(api.admin, "limit=2"))
                .as("theirs, those of others, and the mark of the place")
                .containsAll(all)
                .contains("cluster/place")
                .hasSize(all.size() + 6);
        OpenApiTest.check(
                "StoredObject",
                api.get(ann, "/api/v1/objects").json().get("items").get(0));
        for (var wrong : List.of("prefix=a%20b", "cursor=nonsense", "cursor=cnVuczox", "owner=bob"))
            assertThat(api.get(ann, "/api/v1/objects?" + wrong).status())
                    .as(wrong)
                    .isEqualTo(400);
    }

    @Test
    void aListEndsAlsoAmongThousandsOfAnothersObjects() throws Exception {
        var ann = api.token("user", "ann");
        long other = api.submit("{\"command\": [\"go\"], \"requires\": [\"nothing\"]}");
        long own = api.submit(ann, "{\"command\": [\"go\"], \"requires\": [\"nothing\"]}");
        for (int i = 0; i < 1_005; i++) keep("out/%d/%d".formatted(other, i));
        keep("out/%d/own".formatted(own));
        assertThat(listed(ann, "limit=1")).containsExactly("out/%d/own".formatted(own));
    }

    private List<String> listed(String token, String query) {
        var names = new ArrayList<String>();
        var path = "/api/v1/objects?" + query;
        for (var next = Optional.of(path); next.isPresent(); ) {
            var page = api.get(token, next.get()).json();
            page.get("items").forEach(item -> names.add(item.get("name").asString()));
            next = Optional.ofNullable(page.get("next")).map(cursor -> path + "&cursor=" + cursor.asString());
            assertThat(names).hasSizeLessThan(2_000);
        }
        return names;
    }

    @Test
    void theSizeIsALimitWhateverTheHeadSays() {
        var url = url(Use.PUT, 2);
        assertThat(put(url, "abc").json().get("code").asString()).isEqualTo("too-large");
        var chunked =
                HttpRequest.newBuilder(api.uri(url)).PUT(BodyPublishers.fromPublisher(BodyPublishers.ofString("abc")));
        assertThat(api.send(chunked).status()).isEqualTo(413);
        assertThat(api.server.objects().find(NAME)).isEmpty();
        put(url(Use.PUT, 3), "abc");
        var small = api.send(HttpRequest.newBuilder(api.uri(url)).GET());
        assertThat(small.status()).isEqualTo(403);
        assertThat(api.send(HttpRequest.newBuilder(api.uri(url(Use.GET, 2)))).detail())
                .contains("3 bytes");
    }

    @Test
    void otherAddressesAreRefusedWithAProblem() {
        put(url(Use.PUT, 10), "abc");
        var get = url(Use.GET, 10);
        refused("bad-signature", get.replace("out.txt", "other.txt"));
        refused("bad-signature", get.replace("size=10", "size=11"));
        refused("bad-signature", get.substring(0, get.indexOf('?')));
        refused("bad-signature", url(Use.PUT, 10));
        var old = new ObjectPermission(Use.GET, NAME, 10, Instant.now().minusSeconds(5));
        refused("expired", api.server.objectUrls().sign(old));
        assertThat(put(get, "other").json().get("code").asString()).isEqualTo("bad-signature");
        assertThat(api.send(HttpRequest.newBuilder(api.uri(get + "&x=y"))).status())
                .isEqualTo(400);
        assertThat(api.send(HttpRequest.newBuilder(api.uri(get)).DELETE()).status())
                .isEqualTo(401);
    }

    @Test
    void anAddressThatWasSpoiledOpensNothingChangesNothingAndIsCounted() {
        put(url(Use.PUT, 10), "abc");
        var chance = new Random(SEED);
        int forged = 0;
        for (int i = 0; i < 200; i++) {
            var use = chance.nextBoolean() ? Use.GET : Use.PUT;
            var spoiled = spoiled(url(use, 10), chance);
            var request = HttpRequest.newBuilder(api.uri(spoiled));
            var reply = api.send(use == Use.GET ? request : request.PUT(BodyPublishers.ofString("other")));
            assertThat(reply.status()).as("%s %s, seed %d", use, spoiled, SEED).isBetween(400, 499);
            if (reply.body().contains("bad-signature")) forged++;
        }
        assertThat(forged).isPositive();
        assertThat(api.get("/metrics").body()).contains("tidewheel_http_addresses_forged_total " + forged + "\n");
        assertThat(api.send(HttpRequest.newBuilder(api.uri(url(Use.GET, 10)))).body())
                .isEqualTo("abc");
    }

    /** One character is another one, is missing, or is one too many. */
    private static String spoiled(String url, Random chance) {
        int at = ObjectUrls.PATH.length() + chance.nextInt(url.length() - ObjectUrls.PATH.length());
        var other = Character.toString("0123456789abcdefghij.-_".charAt(chance.nextInt(23)));
        var spoiled = switch (chance.nextInt(3)) {
            case 0 -> url.substring(0, at) + other + url.substring(at + 1);
            case 1 -> url.substring(0, at) + url.substring(at + 1);
            default -> url.substring(0, at) + other + url.substring(at);
        };
        return spoiled.equals(url) ? url.substring(0, url.length() - 1) : spoiled;
    }

    @Test
    void aBodyWithAnotherHashThanAnnouncedIsRefused() {
        var url = url(Use.PUT, 10);
        var wrong = api.send(
                HttpRequest.newBuilder(api.uri(url)).header("Repr-Digest", ABC).PUT(BodyPublishers.ofString("abd")));
        assertThat(wrong.status()).isEqualTo(422);
        assertThat(wrong.json().get("code").asString()).isEqualTo("wrong-content");
        var odd = api.send(HttpRequest.newBuilder(api.uri(url))
                .header("Repr-Digest", "md5=:x:")
                .PUT(BodyPublishers.ofString("abc")));
        assertThat(odd.status()).isEqualTo(400);
        assertThat(api.server.objects().find(NAME)).isEmpty();
        var right = api.send(
                HttpRequest.newBuilder(api.uri(url)).header("Repr-Digest", ABC).PUT(BodyPublishers.ofString("abc")));
        assertThat(right.status()).isEqualTo(201);
    }

    @Test
    void whatIsAddedIsCalledByItsHashAndCanBeCopied() {
        var url = url(Use.POST, 10);
        assertThat(api.send(HttpRequest.newBuilder(api.uri(url)).POST(BodyPublishers.ofString("abc")))
                        .detail())
                .contains("Repr-Digest is missing");
        assertThat(post(url, "abd", "").status()).isEqualTo(422);
        assertThat(post(url, "abc", "").json().get("name").asString()).isEqualTo(NAME + "/" + HEX);
        assertThat(post(url, "abc", "").status()).as("again").isEqualTo(201);

        var added = new ObjectName(NAME + "/" + HEX);
        var urls = api.server.objectUrls();
        var from =
                urls.sign(new ObjectPermission(Use.GET, added, 10, Instant.now().plusSeconds(60)));
        var other = new ObjectName("run-2");
        var to = urls.sign(
                new ObjectPermission(Use.POST, other, 10, Instant.now().plusSeconds(60)));
        assertThat(post(to, "", from).status()).isEqualTo(201);
        assertThat(api.server.objects().find(new ObjectName("run-2/" + HEX))).isPresent();
        assertThat(post(to, "", from.replace("size=10", "size=11"))
                        .json()
                        .get("code")
                        .asString())
                .isEqualTo("bad-signature");
        api.server.objects().delete(added);
        assertThat(post(to, "", from).status()).isEqualTo(404);
    }

    private ApiFixture.Reply post(String url, String body, String copied) {
        var request = HttpRequest.newBuilder(api.uri(url)).header("Repr-Digest", ABC);
        if (!copied.isEmpty()) request.header("Tidewheel-Copy", copied);
        return api.send(request.POST(BodyPublishers.ofString(body)));
    }

    @Test
    void someOfItCanBeFetched() {
        put(url(Use.PUT, 10), "abcdef");
        var some = range("bytes=1-3");
        assertThat(some.status()).isEqualTo(206);
        assertThat(some.body()).isEqualTo("bcd");
        assertThat(some.raw().headers().firstValue("Content-Range")).contains("bytes 1-3/6");
        assertThat(range("bytes=4-").body()).isEqualTo("ef");
        assertThat(range("bytes=4-99").body()).isEqualTo("ef");
        assertThat(range("bytes=6-7").status()).isEqualTo(416);
        assertThat(range("bytes=3-2").status()).isEqualTo(416);
        assertThat(range("bytes=-2").status()).isEqualTo(400);
        assertThat(range("lines=1-2").status()).isEqualTo(400);
    }

    private ApiFixture.Reply range(String range) {
        return api.send(HttpRequest.newBuilder(api.uri(url(Use.GET, 10))).header("Range", range));
    }

    @Test
    void whatIsNotThereIsNotFoundAndWhatIsDamagedBreaksOff() throws Exception {
        assertThat(api.send(HttpRequest.newBuilder(api.uri(url(Use.GET, 10)))).status())
                .isEqualTo(404);
        var large = "x".repeat(100_000); // small ones are in the database
        put(url(Use.PUT, large.length()), large);
        var file = folder.resolve("data/objects/kept/run-1.d/out.txt.o");
        var bytes = Files.readAllBytes(file);
        bytes[bytes.length - 1]++;
        Files.write(file, bytes);
        var request =
                HttpRequest.newBuilder(api.uri(url(Use.GET, large.length()))).build();
        assertThat(org.assertj.core.api.Assertions.catchThrowable(
                        () -> api.http.send(request, BodyHandlers.ofByteArray())))
                .isInstanceOf(IOException.class);
    }

    @Test
    void largeObjectsFlow() throws Exception {
        var large = new byte[40 << 20];
        Arrays.fill(large, (byte) 'x');
        var url = url(Use.PUT, large.length);
        var put = HttpRequest.newBuilder(api.uri(url)).PUT(BodyPublishers.ofByteArray(large));
        assertThat(api.send(put).status()).isEqualTo(201);
        var get = HttpRequest.newBuilder(api.uri(url(Use.GET, large.length))).build();
        assertThat(Arrays.equals(api.http.send(get, BodyHandlers.ofByteArray()).body(), large))
                .isTrue();
    }

    @Test
    void addressesOutliveARestart() throws Exception {
        api.close();
        var opener = DatabaseOpener.standard();
        api = new ApiFixture(folder.resolve("data"), opener);
        var put = url(Use.PUT, 10);
        var get = url(Use.GET, 10);
        assertThat(put(put, "abc").status()).isEqualTo(201);
        api.close();
        api = new ApiFixture(folder.resolve("data"), opener);
        assertThat(api.send(HttpRequest.newBuilder(api.uri(get))).body()).isEqualTo("abc");
    }

    private void refused(String code, String url) {
        var reply = api.send(HttpRequest.newBuilder(api.uri(url)));
        assertThat(reply.status()).as(url).isEqualTo(403);
        assertThat(reply.json().get("code").asString()).isEqualTo(code);
        assertThat(reply.raw().headers().firstValue("Content-Type")).contains("application/problem+json");
    }

    private ApiFixture.Reply put(String url, String content) {
        return api.send(HttpRequest.newBuilder(api.uri(url)).PUT(BodyPublishers.ofString(content)));
    }

    private String url(Use use, long size) {
        var until = Instant.now().plusSeconds(600);
        return api.server.objectUrls().sign(new ObjectPermission(use, NAME, size, until));
    }
}
