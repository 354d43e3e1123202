/* The limit for King: the least work that accepts a legal match and turns away any other. Prints the number accepted.
   A game is left at its first fault, and nothing is said about it. */
#include "table.h"

enum { KUPA, EL, ERKEK, KIZ, RIFKI, SONIKI, KOZ };
static const char *const NAMES[] = {"kupa\"", "el\"", "erkek\"", "kiz\"", "rifki\"", "soniki\"", "koz\""};
static const int UNITS[] = {-30, -50, -60, -100, -320, -180, 50};

typedef struct {
    const char *at; /* what is read next */
    uint64_t held[4];
    int hands, chooser, first, contract, trump, chosen[4][7]; /* trump -1: none */
    int leader, laid, led, best, best_seat, best_suit, gain, tricks, rifki_taken, over;
    int points[4], totals[4], scored, totalled, won;
} Match;

static int deal(Match *m) {
    if (m->hands == 32 || (m->hands && !m->over) || !eat(&m->at, "null,") || !hands(&m->at, m->held)) return 0;
    m->hands++;
    m->contract = -1;
    m->laid = m->tricks = m->over = m->scored = m->totalled = 0;
    memset(m->points, 0, sizeof m->points);
    return 1;
}

static int contract(Match *m) {
    if (!m->hands || m->contract >= 0 || !eat(&m->at, "\"")) return 0;
    m->chooser = *m->at++ - 'a';
    if (!is_seat(m->chooser) || !eat(&m->at, "\",\"")) return 0;
    if (m->hands == 1) m->first = m->chooser;
    if (m->chooser != ((m->first + m->hands - 1) & 3)) return 0;
    for (m->contract = 0; !eat(&m->at, NAMES[m->contract]);)
        if (++m->contract > KOZ) return 0;
    if (++m->chosen[m->chooser][m->contract] > 1 + (m->contract == KOZ)) return 0;
    m->trump = -1;
    if (m->contract == KOZ) {
        if (!eat(&m->at, ",\"")) return 0;
        m->trump = suit_of[(unsigned char)*m->at++];
        if (m->trump < 0 || !eat(&m->at, "\"")) return 0;
    }
    m->leader = m->chooser;
    return eat(&m->at, "]");
}

static void take(Match *m) {
    m->points[m->best_seat] += m->gain;
    m->leader = m->best_seat;
    m->laid = 0;
    m->tricks++;
    m->over = m->tricks == 13 || m->rifki_taken;
}

static int lay(Match *m, int seat) {
    int suit, rank;
    if (m->over || m->laid == 4 || seat != ((m->leader + m->laid) & 3) || !card(&m->at, &suit, &rank)) return 0;
    uint64_t bit = (uint64_t)1 << (suit * 16 + rank);
    if (!(m->held[seat] & bit)) return 0;
    if (!m->laid) {
        m->led = suit, m->best = -1, m->gain = 0, m->rifki_taken = 0;
        if (m->contract == EL || m->contract == KOZ) m->gain = UNITS[m->contract];
        if (m->contract == SONIKI && m->tricks >= 11) m->gain = UNITS[SONIKI];
    } else if (suit != m->led && m->held[seat] >> (m->led * 16) & 0xFFFF)
        return 0;
    m->held[seat] ^= bit;
    if (m->best < 0 || (suit == m->best_suit ? rank > m->best : suit == m->trump))
        m->best = rank, m->best_suit = suit, m->best_seat = seat;
    switch (m->contract) {
    case KUPA: m->gain += UNITS[KUPA] * (suit == HEARTS); break;
    case ERKEK: m->gain += UNITS[ERKEK] * (rank == KING || rank == JACK); break;
    case KIZ: m->gain += UNITS[KIZ] * (rank == QUEEN); break;
    case RIFKI:
        if (suit == HEARTS && rank == KING) m->gain = UNITS[RIFKI], m->rifki_taken = 1;
    }
    m->laid++;
    return 1;
}

static int moves(Match *m) {
    if (!m->hands || m->contract < 0 || !eat(&m->at, "\"")) return 0;
    for (;;) {
        int seat = *m->at++ - 'a';
        if (*m->at == '$') {
            m->at++;
            if (m->laid != 4 || seat != m->best_seat) return 0;
            take(m);
        } else if (!lay(m, seat))
            return 0;
        if (*m->at == '"') return eat(&m->at, "\"]");
        if (*m->at++ != ' ') return 0;
    }
}

static int line(Match *m) {
    if (m->won) return 0;
    if (eat(&m->at, "[\"m\",")) return moves(m);
    if (eat(&m->at, "[\"points\",")) {
        if (!m->over || m->scored++) return 0;
        for (int seat = 0; seat < 4; seat++) m->totals[seat] += m->points[seat];
        return numbers(&m->at, m->points);
    }
    if (eat(&m->at, "[\"totals\",")) return m->scored && !m->totalled++ && numbers(&m->at, m->totals);
    if (eat(&m->at, "[\"deal\",")) return deal(m);
    if (eat(&m->at, "[\"contract\",")) return contract(m);
    if (!eat(&m->at, "[\"winner\",\"") || m->hands != 32 || !m->totalled) return 0;
    int best = 0;
    for (int seat = 1; seat < 4; seat++)
        if (m->totals[seat] > m->totals[best]) best = seat;
    m->won = 1;
    return *m->at++ - 'a' == best && eat(&m->at, "\"]");
}

static long accepted(const char *at, const char *end) {
    long games = 0;
    Match m;
    for (int good = 0; at < end; at = (const char *)memchr(at, '\n', (size_t)(end + 1 - at)) + 1) {
        if (*at == '{') {
            const char *head = at;
            memset(&m, 0, sizeof m);
            good = eat(&head, "{\"replay\":1,\"game\":\"king\",");
        } else if (good) {
            m.at = at;
            good = line(&m) && *m.at == '\n';
            games += good && m.won;
            if (good) at = m.at;
        }
    }
    return games;
}

int main(int count, char **paths) { return judge_files(count, paths, accepted); }
