// Checked against exchange_calendars 4.13.2 (XNYS, XTSE, XMEX, BVMF, CMES) date by date, from 2000 to 2026, and for the
// short days of Globex, energy and metals against pandas_market_calendars 5.5.0 from 2024 on. Globex differs:
// 2025-01-09 ended at 08:30 and 2026-04-03, with a payrolls report, at 08:15; the other Good Fridays were closed.
// Energy and metals ended at 13:45 on each Christmas Eve. Large dealers publish the closed days of spot currencies and
// metals: the trading days that end on these dates at 17:00 in New York.

export const americanHolidays: Record<string, string> = {
  us: `
2000..2027
New Year's Day: 0101~sun
September 11 attacks: 20010911..0914
Hurricane Sandy: 20121029..1030
National Day of Mourning: 20040611 20070102 20181205 20250109
Martin Luther King, Jr. Day: mon>0115
Washington's Birthday: mon>0215
Good Friday: easter-2
Memorial Day: mon>0525
Juneteenth: 0619~near@2022..
Independence Day: 0704~near
Independence Day eve: 20000703-1300 20010703-1300 20020705-1300 20030703-1300 20060703-1300 20070703-1300 20080703-1300 20120703-1300 20130703-1300 20140703-1300 20170703-1300 20180703-1300 20190703-1300 20230703-1300 20240703-1300 20250703-1300
Labor Day: mon>0901
Thanksgiving Day: thu>1122
Day after Thanksgiving: thu>1122+1-1300
Christmas Eve: 1224-1300
Day after Christmas: 20031226-1300
Christmas Day: 1225~near`,
  ca: `
2000..2027
New Year's Day: 0101~mon
September 11 attacks: 20010911..0912
Family Day: mon>0215@2008..
Good Friday: easter-2
Victoria Day: mon<0524
Canada Day: 0701~mon
Civic Holiday: mon>0801
Labour Day: mon>0901
Thanksgiving Day: mon>1008
Christmas Eve: 1224-1300@2010..
Christmas Day: 1225~mon
Boxing Day: 1226~mon`,
  mx: `
2000..2027
New Year's Day: 0101
Constitution Day: 0205@..2006 mon>0201@2007..
Benito Juárez's Birthday: 0321@..2006 mon>0315@2007..
Maundy Thursday: easter-3
Good Friday: easter-2
Labour Day: 0501
Independence Day: 0916 20100917
All Souls' Day: 1102@2002..2003 1102@2006..
Revolution Day: 1120@..2006 mon>1115@2007..
Transmission of Executive Power: 20121201 20181201
Our Lady of Guadalupe: 1212
Christmas Day: 1225`,
  br: `
2000..2027
New Year's Day: 0101
City of São Paulo: 0125@..2021
Carnival: easter-48 easter-47
Ash Wednesday: easter-46-1300-1800
Good Friday: easter-2
Tiradentes Day: 0421
Labour Day: 0501
Corpus Christi: easter+60
Constitutionalist Revolution: 0709@..2019 20210709
Independence Day: 0907
Our Lady of Aparecida: 1012
All Souls' Day: 1102
Republic Day: 1115
Black Consciousness Day: 1120@2006..2019 1120@2024..
Christmas Eve: 1224
Christmas Day: 1225
New Year's Eve|New Year's Eve: 1231~fri
World Cup opening: 20140612`,
  cme: `
2000..2027
New Year's Day: 0101~sun
National Day of Mourning: 20040611 20070102 20181205 20250109-0830
Martin Luther King, Jr. Day: mon>0115-1200
Washington's Birthday: mon>0215-1200
Good Friday: easter-2@..2025 20260403-0815 easter-2@2027..
Memorial Day: mon>0525-1200
Juneteenth: 0619~near-1200@2022..
Independence Day eve: 20240703-1215 20250703-1215
Independence Day: 0704~near-1200
Labor Day: mon>0901-1200
Thanksgiving Day: thu>1122-1200
Day after Thanksgiving: thu>1122+1-1200@..2023 thu>1122+1-1215@2024..
Christmas Eve: 1224-1200@..2023 1224-1215@2024..
Christmas Day: 1225~near`,
  nymex: `
2024..2027
New Year's Day: 0101
Martin Luther King, Jr. Day: mon>0115-1430
Washington's Birthday: mon>0215-1430
Good Friday: easter-2
Memorial Day: mon>0525-1430
Juneteenth: 0619-1430@..2025 20260619-1300 0619~near-1430@2027
Independence Day: 0704-1430@..2025 20260703-1300 0704~near-1430@2027
Labor Day: mon>0901-1430
Thanksgiving Day: thu>1122-1430
Day after Thanksgiving: thu>1122+1-1345
Christmas Eve: 1224-1345
Christmas Day: 1225~near`,
  fx: `
2024..2027
New Year's Day: 0101
Christmas Day: 1225`,
  metals: `
2024..2027
New Year's Day: 0101
Good Friday: easter-2
Christmas Day: 1225`,
}
