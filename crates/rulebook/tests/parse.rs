//! The grammar: texts of all three kinds are read, and mistakes are told at their place.

use zugwerk_rulebook::ast::{ExprKind, Kind, Operator, Quantifier};
use zugwerk_rulebook::{parse, parse_formula};

#[test]
fn every_bundled_text_is_read() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../rulebooks");
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "rules") {
            continue;
        }
        let text = std::fs::read_to_string(&path).unwrap();
        let book = parse(&text).unwrap_or_else(|mistake| {
            panic!("{}", mistake.draw(path.to_str().unwrap(), &text, false))
        });
        assert_eq!(Some(book.name.text.as_str()), path.file_stem().unwrap().to_str());
    }
}

#[test]
fn a_puzzle_is_read() {
    let text = r#"
puzzle nurikabe
board width x height with width = 10, height = 10
given clue: cell -> number or nothing
unknown sea: set of cells
law "cells with a number are land"          all c with clue: c is not sea
law "every island has one number, its size"  all g of groups(not sea): exactly one c in g with clue: size(g) = clue(c)
law "the sea is connected"                   connected(sea)
law "the sea has no 2 x 2 block"             all b of blocks(2, 2): some c in b: c is not sea
law "a number counts what it sees"           all a with clue: 1 + sum d of sides: run(a, d, not sea) = clue(a)
law "two unknowns"                           all a, b next to a: not (a is sea and b is sea)
format pzpr nurikabe: clue as number16
"#;
    let book = parse(text).unwrap();
    assert_eq!(book.kind, Kind::Puzzle);
    assert_eq!(book.laws.len(), 6);
    assert_eq!(book.directives[0].text, "pzpr nurikabe: clue as number16");
    let ExprKind::Quantified(Quantifier::All, binders, body) = &book.laws[4].formula.kind else {
        panic!("{:?}", book.laws[4])
    };
    assert!(binders[0].condition.is_some());
    // The sum ends before the comparison.
    assert!(matches!(body.kind, ExprKind::Binary(Operator::Equal, _, _)), "{body:?}");
}

#[test]
fn a_machine_is_read() {
    let text = r##"
machine sokoban
board "wwwww" "w.bpw" "wwwww"
pieces wall of nobody, box of nobody
state at: cell
event walk d of sides "the pusher steps to a free cell"
  at + d is not wall, at + d is not box
  do at := at + d
event push d of sides "or pushes one box ahead of it"
  box on at + d, at + d + d is empty
  do at + d -> at + d + d, at := at + d
goal "all boxes on targets" all c in targets: box on c
invariant "boxes never appear or vanish" count(box) = count(targets)
"##;
    let book = parse(text).unwrap();
    assert_eq!((book.kind, book.moves.len()), (Kind::Machine, 2));
    assert_eq!(book.moves[0].conditions.len(), 2);
    assert_eq!(book.moves[1].effects.len(), 2);
}

#[test]
fn operators_bind_as_they_read() {
    let shape = |text: &str| format!("{:?}", parse_formula(text).unwrap().kind);
    assert!(shape("a is empty and b is empty or c is empty").starts_with("Binary(Or"));
    assert!(shape("not a in s and b in s").starts_with("Binary(And"));
    assert!(shape("no own pawn on b").starts_with("No(Expr { kind: On"));
    assert!(shape("no place of other").starts_with("No(Expr { kind: Owned"));
    assert!(shape("some d of sides: a + d in s and b in s").starts_with("Quantified(Some"));
    assert!(shape("count c in s: c is black = 3").starts_with("Binary(Equal"));
    assert!(shape("count(own man) > 2").starts_with("Binary(Greater"));
    assert!(shape("x + 2 * y = 7").starts_with("Binary(Equal"));
    assert!(shape("a - b - c = 0").contains("Binary(Minus, Expr { kind: Binary(Minus"));
}

/// What is wrong, and the word that is marked.
fn mistake(text: &str) -> (String, &str) {
    let mistake = parse(text).unwrap_err();
    (mistake.to_string(), text.get(mistake.span.clone()).unwrap())
}

#[test]
fn mistakes_are_told_at_their_place() {
    let (message, marked) = mistake("gane chess\n");
    assert!(message.contains("did you mean game?"), "{message}");
    assert_eq!(marked, "gane");
    let (message, marked) = mistake("game x\npeices pawn\n");
    assert!(message.contains("did you mean pieces?"), "{message}");
    assert_eq!(marked, "peices");
    let (message, marked) = mistake("game x\nboard 8 by 8\n");
    assert!(message.contains("expected x and the height"), "{message}");
    assert_eq!(marked, "by");
    let (message, _) = mistake("game x\nmove a -> b \"…\"\n  own pawn on a b is empty\n");
    assert!(message.contains("comma"), "{message}");
    let (message, _) = mistake("game x\nmove place c \"…\"\n  c is empty\n  do c = own mark\n");
    assert!(message.contains(":="), "{message}");
    let (message, _) = mistake("game x\nthen shoot c \"…\"\n");
    assert!(message.contains("no move above"), "{message}");
    let (message, _) = mistake("puzzle x\nlaw \"…\" all a: \n");
    assert!(message.contains("too early"), "{message}");
    let deep = format!("puzzle x\nlaw \"…\" {}a", "(".repeat(5000));
    assert!(mistake(&deep).0.contains("nested too deeply"));
}
