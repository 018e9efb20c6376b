import { across, crescent, disc, nordicCross, path, rect, star, unionFlag, upright } from './shapes.ts'

const white = '#fff'

/** Flags of instruments' countries and regions, by ISO 3166 code, simple enough to be recognised at 20 px. */
export const flags: Readonly<Record<string, string>> = {
  AU:
    rect(0, 0, 30, 20, '#012169') +
    unionFlag(15, 10) +
    star(7.5, 15, 2.6, white, { points: 7, inner: 0.45 }) +
    [
      [22.5, 3.6, 1.3],
      [19, 9, 1.3],
      [26, 8, 1.3],
      [22.5, 15.8, 1.3],
      [24.2, 11, 0.7],
    ]
      .map(([x = 0, y = 0, r = 0]) => star(x, y, r, white, { points: 7, inner: 0.45 }))
      .join(''),
  BE: upright(['#1A1A1A', '#FDDA24', '#EF3340']),
  BR:
    rect(0, 0, 30, 20, '#009739') +
    path('M15 2L27.5 10 15 18 2.5 10Z', '#FEDD00') +
    disc(15, 10, 4.2, '#012169') +
    path('M10.9 9.2Q15 7.8 19.1 11.4L18.8 12.2Q14.8 9 10.8 10.2Z', white),
  CA:
    upright(['#D80621', white, '#D80621'], [1, 2, 1]) +
    path(
      'M15 4.2l1.2 2.3 1.5-.8-.5 3 2-1.6.5 1.2 1.9-.3-.8 1.9.9.7-3.4 2.6.4 1.2-3.3-.5V16h-.8v-2.3l-3.3.5.4-1.2-3.4-2.6.9-.7-.8-1.9 1.9.3.5-1.2 2 1.6-.5-3 1.5.8z',
      '#D80621',
    ),
  CH: rect(0, 0, 30, 20, '#DA291C') + rect(12.8, 4, 4.4, 12, white) + rect(9, 7.8, 12, 4.4, white),
  CN:
    rect(0, 0, 30, 20, '#EE1C25') +
    star(5, 5, 3, '#FFDE00') +
    [
      [10, 2, 23],
      [12, 4, 46],
      [12, 7, 70],
      [10, 9, 21],
    ]
      .map(([x = 0, y = 0, turn = 0]) => star(x, y, 1, '#FFDE00', { turn }))
      .join(''),
  DE: across(['#1A1A1A', '#DD0000', '#FFCC00']),
  ES:
    across(['#AA151B', '#F1BF00', '#AA151B'], [1, 2, 1]) +
    rect(8, 7.6, 3.4, 4.8, '#AA151B') +
    rect(8.8, 8.4, 1.8, 3.2, '#F1BF00'),
  EU:
    rect(0, 0, 30, 20, '#003399') +
    Array.from({ length: 12 }, (_, index) => {
      const angle = (index * Math.PI) / 6
      return star(15 + 6.4 * Math.sin(angle), 10 - 6.4 * Math.cos(angle), 1.2, '#FFCC00')
    }).join(''),
  FI: nordicCross(white, '#002F6C'),
  FR: upright(['#002654', white, '#CE1126']),
  GB: unionFlag(30, 20),
  GR:
    across(Array.from({ length: 9 }, (_, index) => (index % 2 === 0 ? '#0D5EAF' : white))) +
    rect(0, 0, 11.11, 11.11, '#0D5EAF') +
    rect(4.44, 0, 2.22, 11.11, white) +
    rect(0, 4.44, 11.11, 2.22, white),
  HK:
    rect(0, 0, 30, 20, '#DE2910') +
    Array.from(
      { length: 5 },
      (_, index) =>
        `<ellipse cx="15" cy="6.2" rx="1.9" ry="3.3" fill="${white}" transform="rotate(${index * 72 + 14} 15 10)"/>`,
    ).join('') +
    disc(15, 10, 0.8, '#DE2910'),
  ID: across(['#CE1126', white]),
  IN:
    across(['#FF9933', white, '#138808']) +
    `<circle cx="15" cy="10" r="2.5" fill="none" stroke="#000080" stroke-width=".6"/>` +
    `<path d="M15 7.5v5M12.5 10h5M13.2 8.2l3.6 3.6M16.8 8.2l-3.6 3.6" stroke="#000080" stroke-width=".35"/>`,
  IT: upright(['#008C45', white, '#CD212A']),
  JP: rect(0, 0, 30, 20, white) + disc(15, 10, 6, '#BC002D'),
  KR:
    rect(0, 0, 30, 20, white) +
    `<g transform="rotate(33.7 15 10)">${path('M10 10a5 5 0 0 1 10 0a2.5 2.5 0 0 1-5 0a2.5 2.5 0 0 0-5 0Z', '#CD2E3A')}${path('M20 10a5 5 0 0 1-10 0a2.5 2.5 0 0 1 5 0a2.5 2.5 0 0 0 5 0Z', '#0047A0')}</g>` +
    [
      [5.8, 4.6, -56],
      [24.2, 15.4, -56],
      [24.2, 4.6, 56],
      [5.8, 15.4, 56],
    ]
      .map(
        ([x = 0, y = 0, turn = 0]) =>
          `<path transform="rotate(${turn} ${x} ${y})" d="M${x - 2} ${y - 1.3}h4M${x - 2} ${y}h4M${x - 2} ${y + 1.3}h4" stroke="#1A1A1A" stroke-width=".85"/>`,
      )
      .join(''),
  MX: upright(['#006341', white, '#CE1126']) + disc(15, 10, 2.6, '#8C6A3B') + disc(15, 10.8, 1.5, '#4E8F5B'),
  MY:
    across(Array.from({ length: 14 }, (_, index) => (index % 2 === 0 ? '#CC0001' : white))) +
    rect(0, 0, 15, 11.43, '#010066') +
    crescent(6.2, 5.7, 3.9, '#FFCC00', '#010066') +
    star(10.2, 5.7, 2.9, '#FFCC00', { points: 14, inner: 0.5 }),
  NL: across(['#AE1C28', white, '#21468B']),
  NZ:
    rect(0, 0, 30, 20, '#012169') +
    unionFlag(15, 10) +
    [
      [22.5, 4],
      [19, 9],
      [26, 8.2],
      [22.5, 15],
    ]
      .map(([x = 0, y = 0]) => star(x, y, 1.6, white) + star(x, y, 1.1, '#C8102E'))
      .join(''),
  PH:
    across(['#0038A8', '#CE1126']) +
    path('M0 0L17.3 10 0 20Z', white) +
    disc(5.8, 10, 2.1, '#FCD116') +
    star(5.8, 10, 3.4, '#FCD116', { points: 8, inner: 0.5 }),
  PL: across([white, '#DC143C']),
  PT:
    upright(['#006600', '#FF0000'], [2, 3]) +
    disc(12, 10, 3.6, '#FFE000') +
    rect(10.2, 8, 3.6, 4, '#FF0000') +
    rect(11, 8.7, 2, 2.6, white),
  RU: across([white, '#0039A6', '#D52B1E']),
  SA:
    rect(0, 0, 30, 20, '#006C35') +
    path('M6.5 6.2h3v3h3v-3h2.2v3h3v-3H20v3h3.5v1.8h-17z', white) +
    path('M7.5 13.6h13.5l2-.9v2.4l-2-.8H7.5z', white),
  SE: nordicCross('#006AA7', '#FECC02'),
  SG:
    across(['#EF3340', white]) +
    crescent(5.6, 5, 3.5, white, '#EF3340') +
    Array.from({ length: 5 }, (_, index) => {
      const angle = (index * 72 * Math.PI) / 180
      return star(9.2 + 2 * Math.sin(angle), 5 - 2 * Math.cos(angle), 0.8, white)
    }).join(''),
  TH: across(['#A51931', white, '#2D2A4A', white, '#A51931'], [1, 1, 2, 1, 1]),
  TR:
    rect(0, 0, 30, 20, '#E30A17') + crescent(10.5, 10, 5, white, '#E30A17') + star(16.6, 10, 2.5, white, { turn: 18 }),
  TW:
    rect(0, 0, 30, 20, '#FE0000') +
    rect(0, 0, 15, 10, '#000095') +
    star(7.5, 5, 3.7, white, { points: 12, inner: 0.55 }) +
    disc(7.5, 5, 2.1, '#000095') +
    disc(7.5, 5, 1.8, white),
  US:
    across(Array.from({ length: 13 }, (_, index) => (index % 2 === 0 ? '#B31942' : white))) +
    rect(0, 0, 12.6, 10.77, '#0A3161') +
    Array.from({ length: 20 }, (_, index) =>
      disc(1.6 + (index % 5) * 2.35, 1.6 + Math.floor(index / 5) * 2.5, 0.55, white),
    ).join(''),
  VN: rect(0, 0, 30, 20, '#DA251D') + star(15, 10, 6, '#FFFF00'),
}
