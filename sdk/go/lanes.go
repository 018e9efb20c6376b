package marketdata

import (
	"slices"
	"strconv"
	"strings"
)

// lane is one subscribed symbol and type. seq is the last sequence number received; 0 before the first.
type lane struct {
	symbol string
	kind   string
	seq    int64
}

func (l *lane) name() string {
	return l.symbol + ":" + l.kind
}

var numbered = []string{"1m", "5m", "15m", "30m", "1h", "2h", "4h", "1d", "1w"}

// namesAtOnce is the maximum number of symbols and positions in a message. It keeps messages below the gateway's limit
// of 64 KiB.
const namesAtOnce = 1000

// wireType maps kline@5m to kline@2, its name in frames. Letter case matters only in 1m and 1M.
func wireType(kind string) string {
	kind = strings.TrimSpace(kind)
	if strings.HasSuffix(kind, "@1M") {
		return "kline@10"
	}
	kind = strings.Replace(strings.ToLower(kind), "1q", "1Q", 1)
	interval, isKline := strings.CutPrefix(kind, "kline@")
	if at := slices.Index(numbered, interval); isKline && at >= 0 {
		return "kline@" + strconv.Itoa(at+1)
	}
	return kind
}

// lanes holds the subscribed lanes, in the order of subscription.
type lanes struct {
	all    []*lane
	byName map[string]*lane
}

func (l *lanes) add(symbols, kinds []string) []*lane {
	if l.byName == nil {
		l.byName = map[string]*lane{}
	}
	var added []*lane
	for _, kind := range kinds {
		for _, symbol := range symbols {
			one := &lane{symbol: strings.TrimSpace(symbol), kind: wireType(kind)}
			if l.byName[one.name()] != nil {
				continue
			}
			l.byName[one.name()] = one
			added = append(added, one)
		}
	}
	l.all = append(l.all, added...)
	return added
}

func (l *lanes) remove(is func(*lane) bool) []*lane {
	var removed []*lane
	l.all = slices.DeleteFunc(l.all, func(one *lane) bool {
		if !is(one) {
			return false
		}
		delete(l.byName, one.name())
		removed = append(removed, one)
		return true
	})
	return removed
}

func (l *lanes) removeNamed(symbols, kinds []string) []*lane {
	names := map[string]bool{}
	for _, symbol := range symbols {
		for _, kind := range kinds {
			names[strings.TrimSpace(symbol)+":"+wireType(kind)] = true
		}
	}
	return l.remove(func(one *lane) bool { return names[one.name()] })
}

func (l *lanes) instruments() int {
	symbols := map[string]bool{}
	for _, one := range l.all {
		symbols[one.symbol] = true
	}
	return len(symbols)
}

// symbolOf maps a frame back to the subscribed symbol. A frame has the region even when the subscription omitted it.
func (l *lanes) symbolOf(class, code, region, kind string) string {
	if kind == "depth" {
		code = code[:max(0, strings.LastIndex(code, "$"))]
	}
	short := class + ":" + code
	if whole := short + "$" + region; l.byName[whole+":"+kind] != nil {
		return whole
	}
	return short
}

// message is a message of the client.
type message struct {
	Action string `json:"ac"`
	Params any    `json:"params"`
	Types  string `json:"types,omitempty"`
	// Since has the last sequence number of each lane that has one.
	Since map[string]int64 `json:"since,omitempty"`
	// ID is the number of the message, which the reply repeats.
	ID int `json:"id,omitempty"`
}

// requestsFor groups symbols with the same types into one message.
func requestsFor(action string, wanted []*lane) []message {
	var symbols, groups []string
	types, members, last := map[string][]string{}, map[string][]string{}, map[string]int64{}
	for _, one := range wanted {
		if one.seq != 0 {
			last[one.name()] = one.seq
		}
		if types[one.symbol] == nil {
			symbols = append(symbols, one.symbol)
		}
		types[one.symbol] = append(types[one.symbol], one.kind)
	}
	for _, symbol := range symbols {
		group := strings.Join(types[symbol], ",")
		if members[group] == nil {
			groups = append(groups, group)
		}
		members[group] = append(members[group], symbol)
	}
	var requests []message
	for _, group := range groups {
		kinds := strings.Split(group, ",")
		for part := range slices.Chunk(members[group], namesAtOnce/(1+len(kinds))) {
			since := map[string]int64{}
			for _, symbol := range part {
				for _, kind := range kinds {
					if name := symbol + ":" + kind; last[name] != 0 && action == "subscribe" {
						since[name] = last[name]
					}
				}
			}
			requests = append(requests, message{Action: action, Params: strings.Join(part, ","), Types: group, Since: since})
		}
	}
	return requests
}
