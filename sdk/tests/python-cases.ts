/** The calls that `frames.py` sends, in its order. */
export const framesCases = [
  {
    name: 'frames',
    requests: [],
    gives: {},
    answers: [
      [
        { t: 1_598_832_000_000, c: 5 },
        { t: 1_598_918_400_000, c: 6, final: false },
      ],
      { AAPL: { s: 'AAPL', ld: 1, t: 1 }, MSFT: { s: 'MSFT', ld: 2, t: 1 } },
      { content: [{ d: 1_598_832_000_000, v: '1:4' }], page: 0, size: 30, last: true, totalElements: 1 },
      [],
      {
        content: [{ d: 1_598_832_000_000, rd: null, pd: 1_598_918_400_000 }],
        page: 0,
        size: 30,
        last: true,
        totalElements: 1,
      },
      { content: [] },
    ].map((data) => ({ body: { code: 0, msg: 'ok', data } })),
  },
]

/** The calls that `inputs.py` sends. Only the last but one has rows, after a response that makes the client retry. */
export const inputCases = [
  {
    name: 'inputs',
    requests: [],
    gives: {},
    answers: [
      ...Array.from({ length: 12 }, () => ({ body: { code: 0, msg: 'ok', data: [] } })),
      { status: 503, body: { code: 503, msg: 'words', error: 'server_busy', data: null } },
      { body: { code: 0, msg: 'ok', data: [{ t: 1, p: 1.1 }] } },
      { body: { code: 0, msg: 'ok', data: [] } },
    ],
  },
]
