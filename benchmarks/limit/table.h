/* What both limits share: how a replay is read, and the pass over the files named. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static signed char rank_of[256], suit_of[256]; /* -1 where a letter is none; a card is bit suit * 16 + rank */
enum { HEARTS = 1, QUEEN = 10, JACK = 9, KING = 11 };

static inline int eat(const char **at, const char *text) {
    size_t n = strlen(text);
    if (strncmp(*at, text, n)) return 0;
    *at += n;
    return 1;
}

static inline int card(const char **at, int *suit, int *rank) {
    *rank = rank_of[(unsigned char)**at];
    if (*rank < 0) return 0;
    *suit = suit_of[(unsigned char)(*at)[1]];
    if (*suit < 0) return 0;
    *at += 2;
    return 1;
}

static inline int is_seat(int seat) { return seat >= 0 && seat < 4; }

static int hands(const char **at, uint64_t *held) { /* four hands that are a pack */
    uint64_t seen = 0;
    int suit, rank;
    for (int seat = 0; seat < 4; seat++) {
        held[seat] = 0;
        if (!eat(at, seat ? ",\"" : "[\"")) return 0;
        for (int n = 0; n < 13; n++) {
            if (!card(at, &suit, &rank)) return 0;
            held[seat] |= (uint64_t)1 << (suit * 16 + rank);
        }
        if (!eat(at, "\"")) return 0;
        seen |= held[seat];
    }
    return seen == 0x1FFF1FFF1FFF1FFFull && eat(at, "]]");
}

static int numbers(const char **at, const int *right) { /* a score of each seat */
    for (int seat = 0; seat < 4; seat++) {
        char *end;
        if (!eat(at, seat ? "," : "[") || strtol(*at, &end, 10) != right[seat] || end == *at) return 0;
        *at = end;
    }
    return eat(at, "]]");
}

typedef long Judge(const char *at, const char *end); /* games accepted; a line end stands at `end` */

static int judge_files(int count, char **paths, Judge *accepted) { /* each file named is one more pass */
    long games = 0;
    char *bytes = NULL;
    memset(rank_of, -1, sizeof rank_of);
    memset(suit_of, -1, sizeof suit_of);
    for (int n = 0; n < 13; n++) rank_of[(unsigned char)"23456789TJQKA"[n]] = (signed char)n;
    for (int n = 0; n < 4; n++) suit_of[(unsigned char)"SHDC"[n]] = (signed char)n;
    for (int n = 1; n < count; n++) {
        FILE *file = fopen(paths[n], "rb");
        if (!file || fseek(file, 0, SEEK_END)) return 2;
        size_t size = (size_t)ftell(file);
        bytes = realloc(bytes, size + 2);
        rewind(file);
        if (!bytes || fread(bytes, 1, size, file) != size) return 2;
        memcpy(bytes + size, "\n", 2);
        games += accepted(bytes, bytes + size);
        fclose(file);
    }
    free(bytes);
    printf("%ld\n", games);
    return 0;
}
