/* The limit for Kierki: the least work that accepts a legal match and turns away any other. Prints the number accepted.
   A game is left at its first fault, and nothing is said about it. */
#include "table.h"

enum { TRICKS, HEARTS_DEAL, QUEENS, MEN, KING_OF_HEARTS, SEVENTH_LAST, ALL, ODGRYWKA, LOTTERY = 11 };
static const char *const NAMES[] = {
    "tricks\"", "hearts\"", "queens\"", "men\"", "king-of-hearts\"", "seventh-last\"", "all\"",
    "odgrywka\"", "odgrywka\"", "odgrywka\"", "odgrywka\"", "lottery\"",
};

typedef struct {
    const char *at; /* what is read next */
    uint64_t held[4], open, laid_out;
    int deals, deal, dealer, trump, called, out; /* deal counts from 0; trump -1: none */
    int turn, laid, led, best, best_seat, best_suit, gain, tricks, over;
    int points[4], totals[4], scored, totalled, won;
} Match;

static int deal(Match *m) {
    if (m->deals == 12 || (m->deals && !m->over) || !eat(&m->at, "\"")) return 0;
    int dealer = *m->at++ - 'a';
    if (!is_seat(dealer) || (m->deals && dealer != ((m->dealer + 1) & 3))) return 0;
    if (!eat(&m->at, "\",") || !hands(&m->at, m->held)) return 0;
    m->dealer = dealer;
    m->deal = m->deals++;
    m->turn = (dealer + (m->deal < ODGRYWKA)) & 3;
    m->open = 0x0020002000200020ull; /* the sevens */
    m->laid_out = 0;
    m->trump = -1;
    m->laid = m->tricks = m->over = m->scored = m->totalled = m->called = m->out = 0;
    memset(m->points, 0, sizeof m->points);
    return 1;
}

static int contract(Match *m) {
    int odgrywka = m->deal >= ODGRYWKA && m->deal < LOTTERY;
    if (!m->deals || m->called++ || m->laid || m->tricks) return 0;
    if (!odgrywka) return eat(&m->at, "null,\"") && eat(&m->at, NAMES[m->deal]) && eat(&m->at, "]");
    if (!eat(&m->at, "\"") || *m->at++ - 'a' != m->dealer || !eat(&m->at, "\",\"odgrywka\",\"")) return 0;
    m->trump = suit_of[(unsigned char)*m->at++];
    return m->trump >= 0 && eat(&m->at, "\"]");
}

static void take(Match *m) {
    m->tricks++;
    if (m->deal == TRICKS || m->deal == ALL) m->gain -= 20;
    if ((m->deal == SEVENTH_LAST || m->deal == ALL) && (m->tricks == 7 || m->tricks == 13)) m->gain -= 75;
    if (m->deal >= ODGRYWKA) m->gain = 25;
    m->points[m->best_seat] += m->gain;
    m->turn = m->best_seat;
    m->laid = 0;
    m->over = m->tricks == 13;
}

static int price(int deal, int suit, int rank) { /* what a card costs its taker */
    int hearts = -20 * (suit == HEARTS), queens = -60 * (rank == QUEEN), men = -30 * (rank == KING || rank == JACK);
    int king = -150 * (suit == HEARTS && rank == KING);
    switch (deal) {
    case HEARTS_DEAL: return hearts;
    case QUEENS: return queens;
    case MEN: return men;
    case KING_OF_HEARTS: return king;
    case ALL: return hearts + queens + men + king;
    }
    return 0;
}

static int lay(Match *m, int seat) {
    int suit, rank;
    if (m->over || m->laid == 4 || seat != m->turn || !card(&m->at, &suit, &rank)) return 0;
    uint64_t bit = (uint64_t)1 << (suit * 16 + rank), hearts = (uint64_t)0xFFFF << (HEARTS * 16);
    if (!(m->held[seat] & bit)) return 0;
    if (!m->laid) {
        int closed = m->deal == HEARTS_DEAL || m->deal == KING_OF_HEARTS || m->deal == ALL;
        if (closed && suit == HEARTS && m->held[seat] & ~hearts) return 0;
        m->led = suit, m->best = -1, m->gain = 0;
    } else if (suit != m->led && m->held[seat] >> (m->led * 16) & 0xFFFF)
        return 0;
    m->held[seat] ^= bit;
    if (m->best < 0 || (suit == m->best_suit ? rank > m->best : suit == m->trump))
        m->best = rank, m->best_suit = suit, m->best_seat = seat;
    m->gain += price(m->deal, suit, rank);
    m->turn = (seat + 1) & 3;
    m->laid++;
    return 1;
}

static int lay_out(Match *m, int seat) { /* one act of the small lottery */
    int suit, rank;
    while (!m->over && !m->held[m->turn]) m->turn = (m->turn + 1) & 3;
    if (m->over || seat != m->turn) return 0;
    m->turn = (seat + 1) & 3;
    if (*m->at == '-') {
        m->at++;
        return !(m->held[seat] & m->open);
    }
    if (!card(&m->at, &suit, &rank)) return 0;
    uint64_t bit = (uint64_t)1 << (suit * 16 + rank);
    if (!(m->held[seat] & bit & m->open)) return 0;
    m->held[seat] ^= bit;
    m->laid_out |= bit;
    m->open |= (rank < 12 ? bit << 1 : 0) | (rank ? bit >> 1 : 0);
    m->open &= ~m->laid_out;
    if (!m->held[seat]) {
        m->points[seat] = m->out ? 500 : 800;
        m->over = ++m->out == 2;
    }
    return 1;
}

static int moves(Match *m) {
    int odgrywka = m->deal >= ODGRYWKA && m->deal < LOTTERY;
    if (!m->deals || (odgrywka && m->trump < 0) || !eat(&m->at, "\"")) return 0;
    for (;;) {
        int seat = *m->at++ - 'a';
        if (!is_seat(seat)) return 0;
        if (m->deal == LOTTERY) {
            if (!lay_out(m, seat)) return 0;
        } else if (*m->at == '$') {
            m->at++;
            if (m->laid != 4 || seat != m->best_seat) return 0;
            take(m);
        } else if (!lay(m, seat))
            return 0;
        if (*m->at == '"') return eat(&m->at, "\"]");
        if (*m->at++ != ' ') return 0;
    }
}

static int winner(Match *m) {
    int best = m->totals[0];
    if (m->deals != 12 || !m->totalled) return 0;
    for (int seat = 1; seat < 4; seat++)
        if (m->totals[seat] > best) best = m->totals[seat];
    for (int seat = 0; seat < 4; seat++)
        if (m->totals[seat] == best && *m->at++ - 'a' != seat) return 0;
    m->won = 1;
    return eat(&m->at, "\"]");
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
    return eat(&m->at, "[\"winner\",\"") && winner(m);
}

static long accepted(const char *at, const char *end) {
    long games = 0;
    Match m;
    for (int good = 0; at < end; at = (const char *)memchr(at, '\n', (size_t)(end + 1 - at)) + 1) {
        if (*at == '{') {
            const char *head = at;
            memset(&m, 0, sizeof m);
            good = eat(&head, "{\"replay\":1,\"game\":\"kierki\",");
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
