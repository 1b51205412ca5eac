"""Sayings and compounds that hold a word of time and tell none; they win over what they contain."""

_LISTED = (
    "good morning|good afternoon|good evening|good night|day by day|day in day out|day in, day out|day to day|"
    "day-to-day|day after day|night and day|one day|some day|the other hand|these days|those days|year round|"
    "year-round|at last|last resort|last name|last word|last one|last thing|last mile|last minute|last-minute|"
    "next to|next door|next one|next step|in no time|second hand|second-hand|second floor|second one|second time|"
    "split second|every second counts|fall off|fall over|fall down|fall apart|fall asleep|fall behind|fall back|"
    "fall out|fall into|fall through|fall for|falls off|spring roll|spring rolls|spring mattress|spring water|"
    "hot spring|rush hour|happy hour|day off|days off|day care|daytime|night shift|midnight blue|march on|"
    "march in|march into|first of all|at first|first thing|minute details|24/7|in the long run|once upon a time|"
    "sunday best|big day|day one|may or may not|may be|may not|may have|may i|may we|may you|sat down|sat on|"
    "sat in|sun is|the sun|in the sun|wed in|to date"
)

NO_TIME = frozenset(_LISTED.split("|"))
