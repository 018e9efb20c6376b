// Checked against exchange_calendars 4.13.2 (XLON, XETR, XPAR, XAMS, XBRU, XLIS, XSWX, XMIL, XMAD, XSTO, XHEL) date by
// date, from 2000 to 2026.

const euronext = `
2000..2027
New Year's Day: 0101
Good Friday: easter-2
Easter Monday: easter+1
Labour Day: 0501
Whit Monday: easter+50@..2001
Euro changeover: 20011231
Christmas Eve: 1224-1405@2001..
Christmas Day: 1225
Boxing Day: 1226
New Year's Eve: 1231-1405@2002..`

export const europeanHolidays: Record<string, string> = {
  gb: `
2000..2027
New Year's Day|New Year's Day (substitute): 0101~mon
Good Friday: easter-2
Easter Monday: easter+1
Early May bank holiday: mon>0501@..2019 20200508 mon>0501@2021..
Spring bank holiday: mon>0525@..2001 20020604 mon>0525@2003..2011 20120604 mon>0525@2013..2021 20220602 mon>0525@2023..
Golden Jubilee: 20020603
Diamond Jubilee: 20120605
Platinum Jubilee: 20220603
Royal wedding: 20110429
State funeral of Queen Elizabeth II: 20220919
Coronation of King Charles III: 20230508
Summer bank holiday: mon>0825
Christmas Eve|Last day before Christmas: 1224~fri-1230
Christmas Day|Christmas Day (substitute): 1225~mon
Boxing Day|Boxing Day (substitute): 1226~mon
New Year's Eve|Last day before New Year: 1231~fri-1230`,
  xetra: `
2000..2027
New Year's Day: 0101
Good Friday: easter-2
Easter Monday: easter+1
Whit Monday: easter+50@2007 easter+50@2015..2021
Labour Day: 0501
Day of German Unity: 1003@2014..2021
Reformation Day: 20171031
Christmas Eve: 1224
Christmas Day: 1225
Boxing Day: 1226
Last trading day|Last trading day: 1230~fri-1400@2010..
New Year's Eve: 1231`,
  euronext: `${euronext}
Bastille Day: 20000714`,
  amsterdam: `${euronext}
Queen's Day: 20010430
Ascension Day: 20000601`,
  brussels: `${euronext}
Ascension Day: 20000601
National Day: 20000721`,
  lisbon: `
2000..2027
New Year's Day: 0101
Good Friday: easter-2
Easter Monday: easter+1
Labour Day: 0501
Carnival: easter-47@..2002
Freedom Day: 0425@..2002
Corpus Christi: easter+60@..2002
Portugal Day: 0610@2002
St Anthony's Day: 0613@..2001
Assumption Day: 0815@..2002
Republic Day: 1005@..2001
All Saints' Day: 1101@..2002
Restoration of Independence: 1201@..2001
Immaculate Conception: 1208@..2001
Christmas Eve: 1224@2001..2002 1224-1305@2003..
Christmas Day: 1225
Boxing Day: 1226
New Year's Eve: 1231-1305@2001..`,
  ch: `
2000..2027
New Year's Day: 0101
Berchtold's Day: 0102
Good Friday: easter-2
Easter Monday: easter+1
Labour Day: 0501
Ascension Day: easter+39
Whit Monday: easter+50
National Day: 0801
Christmas Eve: 1224
Christmas Day: 1225
St Stephen's Day: 1226
New Year's Eve: 1231`,
  it: `
2000..2027
New Year's Day: 0101
Good Friday: easter-2
Easter Monday: easter+1
Labour Day: 0501
Ferragosto: 0815
Christmas Eve: 1224
Christmas Day: 1225
St Stephen's Day: 1226
New Year's Eve: 1231`,
  es: `
2000..2027
New Year's Day: 0101
Good Friday: easter-2
Easter Monday: easter+1
Labour Day: 0501
Epiphany: 0106@..2006
Assumption Day: 0815@..2004 20040816
Fiesta Nacional: 1012@..2004
All Saints' Day: 1101@..2004
Constitution Day: 1206@..2004
Immaculate Conception: 1208@..2004
Christmas Eve: 1224@2001..2010 1224@2021 1224-1400@2012..
Christmas Day: 1225
Boxing Day: 1226
New Year's Eve: 1231@2001..2010 1231@2021 1231-1400@2012..`,
  se: `
2000..2027
New Year's Day: 0101
Epiphany Eve: 0105-1300
Epiphany: 0106
Maundy Thursday: easter-3-1300
Good Friday: easter-2
Easter Monday: easter+1
Walpurgis Night: 0430-1300
Labour Day: 0501
Ascension Eve: easter+38-1300
Ascension Day: easter+39
Whit Monday: easter+50@..2004
National Day: 0606@2005..
Midsummer Eve: fri>0619
All Saints' Eve: fri>1030-1300
Christmas Eve: 1224
Christmas Day: 1225
Second Day of Christmas: 1226
New Year's Eve: 1231`,
  fi: `
2000..2027
New Year's Day: 0101
Epiphany: 0106
Good Friday: easter-2
Easter Monday: easter+1
Labour Day: 0501
Ascension Day: easter+39
Midsummer Eve: fri>0619
Independence Day: 1206
Christmas Eve: 1224
Christmas Day: 1225
Second Day of Christmas: 1226
New Year's Eve: 1231`,
}
