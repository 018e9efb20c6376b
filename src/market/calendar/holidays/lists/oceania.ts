// Checked against exchange_calendars 4.13.2 (XASX, XNZE) date by date, from 2000 to 2026.

export const oceanianHolidays: Record<string, string> = {
  au: `
2000..2027
New Year's Day: 0101~mon
Australia Day: 0126~mon
Good Friday: easter-2
Easter Monday: easter+1
Anzac Day: 0425 20100426 20110426
National Day of Mourning: 20220922
King's Birthday: mon>0608
Christmas Eve|Last day before Christmas: 1224~fri-1410@2010..2021 1224~fri-1410@2023..
Christmas Day: 1225~mon
Boxing Day: 1226~mon
New Year's Eve|Last day before New Year: 1231~fri-1410@2010..2021 1231~fri-1410@2023..`,
  nz: `
2000..2027
New Year's Day: 0101~mon
Day after New Year's Day: 0102~mon
Waitangi Day: 0206@..2013 0206~mon@2014..
Good Friday: easter-2
Easter Monday: easter+1
Anzac Day: 0425@..2013 0425~mon@2014..
King's Birthday: mon>0601
State memorial service for Queen Elizabeth II: 20220926
Matariki: 20220624 20230714 20240628 20250620 20260710 20270625
Labour Day: mon>1022
Christmas Eve|Last day before Christmas: 1224~fri-1245@2011..
Christmas Day: 1225~mon
Boxing Day: 1226~mon
New Year's Eve|Last day before New Year: 1231~fri-1245@2011..`,
}
