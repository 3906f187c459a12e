"""The plugin's sentences in other languages: English to text."""

from __future__ import annotations

GERMAN = {
    # the card and the page
    "The other board": "Das andere Brett",
    "The other board, as its camera sees it": "Das andere Brett, wie seine Kamera es sieht",
    "Agree": "Zustimmen",
    "Do not agree": "Nicht zustimmen",
    "Say something": "Etwas sagen",
    "The other player may see my camera's picture": "Die andere Seite darf das Bild meiner Kamera sehen",
    "Two boards": "Zwei Bretter",
    "Your invitation": "Die Einladung",
    "Give this code to the other player, and to nobody else: whoever has it can take their seat.": (
        "Diesen Code bekommt nur, wer mitspielt, und sonst niemand: Wer ihn hat, kann den Platz einnehmen."
    ),
    "The invitation as a QR code": "Die Einladung als QR-Code",
    "At their table: bookgammon play --join, then paste the code.": (
        "Am anderen Tisch: bookgammon play --join, dann den Code einfügen."
    ),
    "How it goes": "So geht es",
    "Each of you rolls and plays on your own board. What the other plays is shown by arrows: put it on your board.": (
        "Beide würfeln und ziehen am eigenen Brett. Den Zug der anderen Seite zeigen Pfeile: Er wird am eigenen Brett "
        "nachgesetzt."
    ),
    "An opening roll is thrown with both dice at the board of whoever invited.": (
        "Ausgewürfelt wird mit beiden Würfeln am Brett, von dem die Einladung kam."
    ),
    "Every illegal play has to be put right before the match goes on.": (
        "Jeder regelwidrige Zug wird berichtigt, bevor es weitergeht."
    ),
    "To take a play back, the other has to agree.": "Einen Zug nimmt nur zurück, wem die andere Seite zustimmt.",
    "{seconds} s away": "{seconds} s entfernt",
    "{name} is not there at the moment; the match waits.": "{name} ist gerade nicht da; das Match wartet.",
    "{name} is there; the match begins.": "{name} ist da; das Match beginnt.",
    "{name}'s board is not in step yet.": "Am Brett von {name} steht noch nicht alles nach.",
    "Your board is not in step yet.": "An diesem Brett steht noch nicht alles nach.",
    "{name} is there, and both boards show the same.": "{name} ist da, und beide Bretter zeigen dasselbe.",
    "Nothing is asked.": "Nichts wird gefragt.",
    "{name} is asked whether they agree.": "{name} wird um Zustimmung gefragt.",
    "{name} wants to take back {play}.": "{name} möchte {play} zurücknehmen.",
    "{name} wants the score to be {light} {points} to {dark} {others}.": (
        "{name} möchte den Stand auf {light} {points} zu {dark} {others} setzen."
    ),
    "{name} wants to go on all the same, although the boards do not show the same.": (
        "{name} möchte trotzdem weiterspielen, obwohl die Bretter nicht dasselbe zeigen."
    ),
    "{name} wants the checkers to lie otherwise: {changes}.": (
        "{name} möchte, dass die Steine anders stehen: {changes}."
    ),
    "{name} off: {count}": "{name} vom Brett: {count}",
    "{name} on the bar: {count}": "{name} auf der Bar: {count}",
    "{name}'s {point}-point: {count}": "Punkt {point} von {name}: {count}",
    "{name} wants a game to be played from the position on their page: {turn}, {cube}, score {light} to {dark}.": (
        "{name} möchte ein Spiel ab der Stellung auf der eigenen Seite: {turn}, {cube}, Stand {light} zu {dark}."
    ),
    "an opening roll decides who begins": "wer beginnt, wird ausgewürfelt",
    "it is {name}'s turn": "{name} ist am Zug",
    "the cube in the middle at {value}": "Dopplerwürfel in der Mitte auf {value}",
    "the cube with {name} at {value}": "Dopplerwürfel bei {name} auf {value}",
    "You sit near, but your checkers lie far? Turn the board round, then set the checkers up again.": (
        "Der eigene Platz ist vorn, aber die eigenen Steine liegen hinten? Das Brett umdrehen, dann neu aufstellen."
    ),
    "Turn the board round": "Das Brett umdrehen",
    "Go on all the same": "Trotzdem weiter",
    "Only the camera does not see it? Then you may go on, once you both say so.": (
        "Nur die Kamera sieht es nicht? Dann geht es weiter, sobald beide das sagen."
    ),
    "No game is being played.": "Gerade läuft kein Spiel.",
    "{name} does not agree.": "{name} stimmt nicht zu.",
    "The two tables' logs differ from entry {number} on: here {ours}, there {theirs}.": (
        "Die Protokolle der beiden Tische unterscheiden sich ab Eintrag {number}: hier {ours}, dort {theirs}."
    ),
    "nothing": "nichts",
    "The roll, as their camera saw it": "Der Wurf, wie ihre Kamera ihn sah",
    "Your board at that moment": "Dieses Brett in dem Moment",
    "Their board at that moment": "Das andere Brett in dem Moment",
    "Nothing is added to either log any more. Compare both boards, then begin a new match with a new invitation.": (
        "Keinem der beiden Protokolle wird noch etwas hinzugefügt. Die Bretter vergleichen, dann mit einer neuen "
        "Einladung ein neues Match beginnen."
    ),
    "the films of rolls": "die Filme der Würfe",
    "the other board's films": "die Filme des anderen Bretts",
    "Guest": "Gast",
    # the guest's page
    "Play at this page": "An dieser Seite spielen",
    "Play with somebody at their board": "Mit jemandem spielen, der ein Brett hat",
    "They have a board and a camera; you need this page alone. They send you an invitation: paste it here.": (
        "Dort stehen ein Brett und eine Kamera; hier genügt diese Seite. Von dort kommt eine Einladung: hier einfügen."
    ),
    "Your name": "Der eigene Name",
    "The invitation": "Die Einladung",
    "Beaver": "Beaver",
    "Join": "Beitreten",
    "Throw the dice": "Würfeln",
    "Done": "Fertig",
    "Play on after all": "Doch weiterspielen",
    "Take my play back": "Meinen Zug zurücknehmen",
    "Do not ask any more": "Nicht mehr fragen",
    "This device may look; to play, pair it with the code that the program shows.": (
        "Dieses Gerät darf zuschauen; zum Spielen wird es mit dem Code verbunden, den das Programm zeigt."
    ),
    "Enter the code": "Den Code eingeben",
    "Say something, or give up": "Etwas sagen oder aufgeben",
    "Give this game up:": "Dieses Spiel aufgeben:",
    "as a single game": "als einfaches Spiel",
    "as a gammon": "als Gammon",
    "as a backgammon": "als Backgammon",
    "Take another invitation": "Eine andere Einladung annehmen",
    "Your bar": "Die eigene Bar",
    "Bear off": "Auswürfeln",
    "Your {point}-point": "Der eigene {point}er-Punkt",
    "{name} is there.": "{name} ist da.",
    "Wait for the other player: then the match begins.": "Auf die andere Seite warten: Dann beginnt das Match.",
    "{name} is asked whether they accept.": "{name} wird gefragt, ob das Angebot gilt.",
    "The match cannot go on.": "Das Match kann nicht weitergehen.",
    "Nothing is added to either log any more: begin a new match with a new invitation.": (
        "Keinem der beiden Protokolle wird noch etwas hinzugefügt: Mit einer neuen Einladung ein neues Match beginnen."
    ),
    "a roll of {dice}": "ein Wurf mit {dice}",
    "what is played": "was gespielt wird",
    "a double": "eine Verdopplung",
    "a take": "eine Annahme",
    "a drop": "eine Ablehnung",
    "an answer": "eine Antwort",
    "an offer to give up": "ein Angebot aufzugeben",
    "a question": "eine Frage",
    "something else": "etwas anderes",
    "{name} rolls to begin": "{name} würfelt aus",
    "{name} throws the opening dice for both of you.": "{name} würfelt für beide aus, wer beginnt.",
    "{name} throws the dice.": "{name} würfelt.",
    "{name} plays.": "{name} zieht.",
    "You double: {name} takes or drops.": "Verdoppelt: {name} nimmt an oder lehnt ab.",
    "{name} beavers: play on at {stake}, or drop?": "{name} beavert: weiterspielen um {stake} oder ablehnen?",
    "{name} doubles: do you play on at {stake}, or drop?": (
        "{name} verdoppelt: weiterspielen um {stake} oder ablehnen?"
    ),
    "Your turn: throw the dice.": "Jetzt würfeln.",
    "The dice are rolling…": "Die Würfel rollen…",
    "Move your checkers: tap one, then where it goes.": "Jetzt ziehen: einen Stein antippen, dann das Ziel.",
    "No checker can move with these dice.": "Mit diesen Würfeln kann kein Stein ziehen.",
    "Is that your play? Then tap Done.": "Ist der Zug so richtig? Dann Fertig antippen.",
    "That checker cannot go there with these dice.": "Mit diesen Würfeln kann der Stein dorthin nicht ziehen.",
    "Nothing of this turn has been moved yet.": "In diesem Zug wurde noch nichts gezogen.",
    "The play is not whole yet.": "Der Zug ist noch nicht vollständig.",
    "That cannot be said now.": "Das geht jetzt nicht.",
    "Nobody has joined yet: paste the invitation first.": (
        "Noch ist niemand beigetreten: zuerst die Einladung einfügen."
    ),
    "Say your name first: the other player reads it.": "Zuerst den Namen sagen: Die andere Seite liest ihn.",
    "The dice that are being thrown cannot be shown: the guest's file of them is gone. Put that file back.": (
        "Die Würfel, die gerade fallen, lassen sich nicht zeigen: Die Datei dazu ist weg. Diese Datei zurücklegen."
    ),
    "What the guest's page has to remember cannot be kept in {path} ({error}).": (
        "Was die Seite des Gasts sich merken muss, lässt sich in {path} nicht aufheben ({error})."
    ),
    "{path} is not as it was written: take it away, then start again.": (
        "{path} ist nicht, wie es geschrieben wurde: wegnehmen und neu starten."
    ),
    "The guest's match has failed: stop Bookgammon and start it again, nothing is lost.": (
        "Das Match des Gasts ist gescheitert: Bookgammon beenden und neu starten, nichts geht verloren."
    ),
    "the guest's match": "das Match des Gasts",
    "the guest's page": "die Seite des Gasts",
    "play with somebody at their board, at a page of your own, without board and camera": (
        "mit jemandem an dessen Brett spielen, an einer eigenen Seite, ohne Brett und Kamera"
    ),
    "take the invitation in this file [pasted into the page]": (
        "die Einladung in dieser Datei annehmen [in die Seite eingefügt]"
    ),
    "where the page listens [only this machine]": "wo die Seite lauscht [nur diese Maschine]",
    "the page's port [%(default)s]": "der Port der Seite [%(default)s]",
    "Say your name too: --my-name NAME.": "Auch den Namen sagen: --my-name NAME.",
    "To play at this machine, open {page}": "Zum Spielen an dieser Maschine {page} öffnen",
    "To play at a phone or tablet of this network, open {page}": (
        "Zum Spielen an einem Telefon oder Tablet in diesem Netz {page} öffnen"
    ),
    # phrases
    "Hello!": "Hallo!",
    "Well played.": "Gut gespielt.",
    "Bad luck.": "Pech gehabt.",
    "One moment, please.": "Einen Moment, bitte.",
    "Another match?": "Noch ein Match?",
    "Thank you for the game.": "Danke für das Spiel.",
    # what is refused
    "The match has moved on.": "Das Match ist schon weiter.",
    "That is for the other player to say.": "Das sagt die andere Seite.",
    "Nothing is agreed yet.": "Noch ist nichts vereinbart.",
    "It is not your turn.": "Die andere Seite ist am Zug.",
    "The play is one of other dice.": "Der Zug gehört zu anderen Würfeln.",
    "That is no legal play of these dice.": "Mit diesen Würfeln ist das kein regelgerechter Zug.",
    "The roll from before the play was taken back comes again.": (
        "Der Wurf von vor dem zurückgenommenen Zug gilt wieder."
    ),
    "The last game is not over at both boards yet.": "Das letzte Spiel ist noch nicht an beiden Brettern zu Ende.",
    "The boards do not agree on the score.": "Die Bretter zeigen nicht denselben Stand.",
    "Something else waits for an answer.": "Etwas anderes wartet auf Antwort.",
    "Only one's own play is taken back.": "Zurückgenommen wird nur der eigene Zug.",
    "The dice are being thrown.": "Die Würfel werden gerade geworfen.",
    "That share is not the one that was hidden.": "Dieser Teil ist nicht der verdeckte.",
    "The guest's dice are thrown by both programs together.": (
        "Die Würfel des Gasts werfen beide Programme gemeinsam."
    ),
    "There are no dice to be thrown together now.": "Jetzt gibt es nichts gemeinsam zu würfeln.",
    "What is played is for the host to say.": "Was gespielt wird, sagt die einladende Seite.",
    "A match is being played already.": "Ein Match läuft schon.",
    "The opening dice are thrown at the host's board.": "Ausgewürfelt wird am Brett der einladenden Seite.",
    "An entry of the shared log is missing.": "Ein Eintrag des gemeinsamen Protokolls fehlt.",
    "That is no entry of this version's shared log.": (
        "Das ist kein Eintrag, den diese Version des gemeinsamen Protokolls kennt."
    ),
    "In an entry of the shared log: {error}": "In einem Eintrag des gemeinsamen Protokolls: {error}",
    "The shared log says something that the rules do not allow: {reason}": (
        "Im gemeinsamen Protokoll steht, was die Regeln nicht erlauben: {reason}"
    ),
    "Abak Evolution is not played at two boards.": "Abak Evolution wird nicht an zwei Brettern gespielt.",
    "At two boards every illegal play has to be put right.": (
        "An zwei Brettern wird jeder regelwidrige Zug berichtigt."
    ),
    "At two boards there are no automatic doubles and no coach.": (
        "An zwei Brettern gibt es keine automatischen Verdopplungen und keinen Trainer."
    ),
    "No clock runs now.": "Gerade läuft keine Uhr.",
    "That costs nothing any more.": "Das kostet nichts mehr.",
    "That is not understood.": "Das ist nicht zu verstehen.",
    # the terminal
    "Your invitation, for the other player alone:": "Die Einladung, nur für die andere Seite:",
    "The invitation, as the other table shows it: ": "Die Einladung, wie der andere Tisch sie zeigt: ",
    "Either invite or join: one table does the one, the other the other.": (
        "Entweder einladen oder beitreten: Ein Tisch tut das eine, der andere das andere."
    ),
    "Without an invitation nobody can join.": "Ohne Einladung kann niemand beitreten.",
    "{name} plays at another board: start bookgammon play with --invite or --join.": (
        "{name} spielt an einem anderen Brett: bookgammon play mit --invite oder --join starten."
    ),
    "Nobody plays there any more.": "Dort spielt niemand mehr.",
    "play with somebody at another board, and show an invitation": (
        "mit jemandem an einem anderen Brett spielen und eine Einladung zeigen"
    ),
    "play with somebody at another board, by the invitation in this file; asked for without one": (
        "mit jemandem an einem anderen Brett spielen, mit der Einladung in dieser Datei; ohne sie wird gefragt"
    ),
    "the broker that both tables reach, for --invite [none: straight, in one network]": (
        "der Broker, den beide Tische erreichen, für --invite [keiner: direkt, in einem Netz]"
    ),
    "your name, for the other board": "der eigene Name, für das andere Brett",
    "your checkers, for --invite [light]": "die eigenen Steine, für --invite [light]",
    "the match at two boards": "das Match an zwei Brettern",
    "the picture for the other board": "das Bild für das andere Brett",
    "the link to the other table": "die Verbindung zum anderen Tisch",
    # the demo
    "a match at two boards instead: a simulated one, and a guest at a page alone": (
        "stattdessen ein Match an zwei Brettern: einem simulierten, und ein Gast allein an einer Seite"
    ),
    "Both pages beside each other: {page}": "Beide Seiten nebeneinander: {page}",
    "Two boards, one match": "Zwei Bretter, ein Match",
    "The guest's side plays by itself; tap on their page to play it.": (
        "Die Gastseite spielt von selbst; wer dort tippt, spielt sie selbst."
    ),
    "At the board: Ann": "Am Brett: Ann",
    "At a page alone: Ben": "Allein an einer Seite: Ben",
    "The page of the table": "Die Seite des Tisches",
    "The page of the guest": "Die Seite des Gasts",
    "the guest who plays by themselves": "der Gast, der von selbst spielt",
    "This is a demo: its match is played already.": "Das ist eine Vorführung: Ihr Match läuft schon.",
    # the invitation and the link
    "The invitation cannot be kept in {folder} ({kind}).": (
        "Die Einladung lässt sich in {folder} nicht aufheben ({kind})."
    ),
    "The invitation in {path} cannot be read ({kind}).": "Die Einladung in {path} ist nicht zu lesen ({kind}).",
    "The invitation in {path} is damaged: take it away, then join again.": (
        "Die Einladung in {path} ist beschädigt: wegnehmen, dann neu beitreten."
    ),
    "Others can read the invitation in {path}: run chmod 600 on it and try again.": (
        "Andere können die Einladung in {path} lesen: chmod 600 darauf anwenden und noch einmal versuchen."
    ),
    "This is no invitation: it begins with {prefix} and was copied from the other table's page.": (
        "Das ist keine Einladung: Sie beginnt mit {prefix} und steht auf der Seite des anderen Tisches."
    ),
    "A letter of this invitation is wrong, or a part is missing: copy it again, whole.": (
        "Ein Zeichen dieser Einladung ist falsch, oder ein Teil fehlt: noch einmal ganz kopieren."
    ),
    "This invitation is from a newer version of Bookgammon: update the program, then try again.": (
        "Diese Einladung ist von einer neueren Version von Bookgammon: das Programm erneuern und noch einmal versuchen."
    ),
    "This invitation is this table's own: the other table has to take it.": (
        "Das ist die Einladung dieses Tisches: Der andere Tisch muss sie annehmen."
    ),
    "At this table the invitation was taken already: the other table is the host.": (
        "An diesem Tisch wurde die Einladung schon angenommen: Der andere Tisch hat eingeladen."
    ),
    "Somebody else is at that table: ask for a new invitation.": (
        "An jenem Tisch ist schon jemand anderes: um eine neue Einladung bitten."
    ),
    "User and password do not belong into an invitation: each table names its own in broker.toml.": (
        "Name und Passwort gehören nicht in eine Einladung: Jeder Tisch nennt die eigenen in broker.toml."
    ),
    "{text} is no address for a line: write mqtt://host, mqtts://host or tcp://host:port.": (
        "{text} ist keine Adresse für eine Verbindung: mqtt://host, mqtts://host oder tcp://host:port schreiben."
    ),
    "the line to the other table": "die Leitung zum anderen Tisch",
    "The line is not open yet.": "Die Leitung ist noch nicht offen.",
    "The line to the other table at {where} is gone.": "Die Leitung zum anderen Tisch bei {where} ist weg.",
    "The other table at {where} cannot be reached ({reason}).": (
        "Der andere Tisch bei {where} ist nicht zu erreichen ({reason})."
    ),
    "The other table cannot be reached.": "Der andere Tisch ist nicht zu erreichen.",
    "The other table has not come yet.": "Der andere Tisch ist noch nicht da.",
    "Nothing is heard of the other table.": "Vom anderen Tisch ist nichts zu hören.",
    "This table cannot wait for the other one at port {port} ({reason}).": (
        "Dieser Tisch kann am Port {port} nicht auf den anderen warten ({reason})."
    ),
    "The link to the other table has failed: stop Bookgammon and start it again, nothing is lost.": (
        "Die Verbindung zum anderen Tisch ist gescheitert: Bookgammon beenden und neu starten, nichts geht verloren."
    ),
    "The other table cannot judge that.": "Der andere Tisch kann das nicht beurteilen.",
    "The other table could not judge it.": "Der andere Tisch konnte das nicht beurteilen.",
    "A phrase has at most {most} letters.": "Ein Satz hat höchstens {most} Zeichen.",
    "The picture has {size} kB; at most {most} kB pass to the other table.": (
        "Das Bild hat {size} kB; zum anderen Tisch gehen höchstens {most} kB."
    ),
    "Too much waits for the other table already: nothing more is noted until it is back.": (
        "Zu viel wartet schon auf den anderen Tisch: Mehr wird nicht vorgemerkt, bis er wieder da ist."
    ),
    "What is to pass to the other table has {size} bytes, more than {most}.": (
        "Was zum anderen Tisch soll, hat {size} Bytes, mehr als {most}."
    ),
    "What is to pass to the other table holds a {kind}, which cannot pass.": (
        "Was zum anderen Tisch soll, enthält {kind}, und das geht nicht hinüber."
    ),
    "What is to pass to the other table holds half a letter.": (
        "Was zum anderen Tisch soll, enthält ein halbes Zeichen."
    ),
    "What is to pass to the other table is nested too deeply.": (
        "Was zum anderen Tisch soll, ist zu tief verschachtelt."
    ),
    "The shared log cannot be kept in {path} ({error}).": (
        "Das gemeinsame Protokoll lässt sich in {path} nicht aufheben ({error})."
    ),
    "The shared log in {path} is not as it was written: put a backup back.": (
        "Das gemeinsame Protokoll in {path} ist nicht, wie es geschrieben wurde: eine Sicherung zurückspielen."
    ),
    "{path} is from another program or a newer version: update this one, or move the file away.": (
        "{path} ist von einem anderen Programm oder einer neueren Version: dieses erneuern oder die Datei wegräumen."
    ),
    "its log of matches at two boards is damaged or from another version.": (
        "ihr Protokoll der Matches an zwei Brettern ist beschädigt oder von einer anderen Version."
    ),
}
