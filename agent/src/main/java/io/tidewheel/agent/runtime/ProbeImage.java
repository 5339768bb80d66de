package io.tidewheel.agent.runtime;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;

/**
 * The image with which it is tried whether containers can be run: one program that prints a line and ends. It is made here, byte by byte, so
 * that nothing has to be fetched or installed for the trial.
 */
final class ProbeImage {
    /** What the image is called where an engine keeps it. The number rises when the image changes. */
    static final String NAME = "tidewheel-probe:1";

    static final String PROGRAM = "tidewheel-probe";
    static final String LINE = "a container ran\n";

    private static final int FILE_HEAD = 64;
    private static final int SEGMENT_HEAD = 56;
    private static final long LOADED_AT = 0x400000;
    private static final int TAR_BLOCK = 512;

    /** The number of the processor's kind in the head of a program. */
    private final int machine;
    /** The instructions; the line follows right behind them. */
    private final byte[] code;

    private ProbeImage(int machine, byte[] code) {
        this.machine = machine;
        this.code = code;
    }

    /** For the processor of this machine; empty if we do not know its instructions. */
    static Optional<ProbeImage> ofThisMachine() {
        return of(System.getProperty("os.arch"));
    }

    static Optional<ProbeImage> of(String processor) {
        return switch (processor) {
            case "amd64" -> Optional.of(new ProbeImage(62, amd64()));
            case "aarch64" -> Optional.of(new ProbeImage(183, aarch64()));
            default -> Optional.empty();
        };
    }

    /** write(1, line, length); exit(0). */
    private static byte[] amd64() {
        var code = ByteBuffer.allocate(33).order(ByteOrder.LITTLE_ENDIAN);
        code.put((byte) 0xb8).putInt(1); // mov eax, 1
        code.put((byte) 0xbf).putInt(1); // mov edi, 1
        code.put(new byte[] {0x48, (byte) 0x8d, 0x35}).putInt(16); // lea rsi, [rip + 16]: behind the code
        code.put((byte) 0xba).putInt(LINE.length()); // mov edx, length
        code.put(new byte[] {0x0f, 0x05}); // syscall
        code.put((byte) 0xb8).putInt(60); // mov eax, 60
        code.put(new byte[] {0x31, (byte) 0xff, 0x0f, 0x05}); // xor edi, edi; syscall
        return code.array();
    }

    /** The same. */
    private static byte[] aarch64() {
        var code = ByteBuffer.allocate(32).order(ByteOrder.LITTLE_ENDIAN);
        code.putInt(0xd2800808); // mov x8, 64
        code.putInt(0xd2800020); // mov x0, 1
        code.putInt(0x100000c1); // adr x1, 24 bytes on: behind the code
        code.putInt(0xd2800002 | LINE.length() << 5); // mov x2, length
        code.putInt(0xd4000001); // svc 0
        code.putInt(0xd2800ba8); // mov x8, 93
        code.putInt(0xd2800000); // mov x0, 0
        code.putInt(0xd4000001); // svc 0
        return code.array();
    }

    /** The program as a file that Linux can start: a head, one segment that is loaded, the code and the line. */
    byte[] program() {
        int size = FILE_HEAD + SEGMENT_HEAD + code.length + LINE.length();
        var file = ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
        file.put(new byte[] {0x7f, 'E', 'L', 'F', 2, 1, 1}).position(16);
        file.putShort((short) 2).putShort((short) machine).putInt(1);
        file.putLong(LOADED_AT + FILE_HEAD + SEGMENT_HEAD).putLong(FILE_HEAD).putLong(0);
        file.putInt(0)
                .putShort((short) FILE_HEAD)
                .putShort((short) SEGMENT_HEAD)
                .putShort((short) 1);
        file.position(FILE_HEAD);
        file.putInt(1)
                .putInt(5)
                .putLong(0); // a segment to be loaded, readable and executable, from the file's beginning
        file.putLong(LOADED_AT).putLong(LOADED_AT).putLong(size).putLong(size).putLong(0x1000);
        return file.put(code).put(LINE.getBytes(StandardCharsets.US_ASCII)).array();
    }

    /** All files of the image, as an archive that engines can import. */
    void writeArchive(Path file) throws IOException {
        var program = program();
        var archive = new ByteArrayOutputStream();
        archive.write(tarHead(program.length));
        archive.write(program);
        // To the end of the block, and two empty ones that end the archive.
        archive.write(new byte[Math.floorMod(-program.length, TAR_BLOCK) + 2 * TAR_BLOCK]);
        Files.write(file, archive.toByteArray());
    }

    /** All files of the image in a folder, for engines that take one for an image. */
    void writeFolder(Path folder) throws IOException {
        Files.createDirectories(folder);
        var file = folder.resolve(PROGRAM);
        Files.write(file, program());
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private static byte[] tarHead(int size) {
        var head = ByteBuffer.allocate(TAR_BLOCK);
        put(head, 0, PROGRAM);
        put(head, 100, "0000755\0" + "0000000\0" + "0000000\0" + "%011o\0".formatted(size) + "00000000000\0");
        put(head, 148, "        0");
        put(head, 257, "ustar\00000");
        int sum = 0;
        for (byte one : head.array()) sum += one & 0xff;
        put(head, 148, "%06o\0 ".formatted(sum));
        return head.array();
    }

    private static void put(ByteBuffer head, int at, String text) {
        head.put(at, text.getBytes(StandardCharsets.US_ASCII));
    }
}
