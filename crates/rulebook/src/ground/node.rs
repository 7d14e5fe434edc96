//! The ground form: what the rules say with parameters, players, pieces and directions put in. What is left are
//! formulas, numbers, cells and sets over the position and over variables for cells.

/// The number of a node in its [`Arena`](super::Arena). Operands have smaller numbers than what they occur in.
pub type Id = u32;

/// A node of the ground form. The first group are formulas, then numbers, cells, sets of cells, contents of cells.
///
/// A cell may be missing (a step off the board); a formula about a missing cell is false.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Node {
    /// True or false.
    Truth(bool),
    /// Not.
    Not(Id),
    /// Both.
    And(Id, Id),
    /// One of them or both.
    Or(Id, Id),
    /// The cell is in the set.
    In(Id, Id),
    /// The set has a member.
    NonEmpty(Id),
    /// Both are the same cell, and there is one.
    SameCell(Id, Id),
    /// Both contents are the same.
    SameContent(Id, Id),
    /// Two numbers compared.
    Compare(Comparison, Id, Id),
    /// A state that is a flag.
    Flag(u16),

    /// A number.
    Int(i32),
    /// Sum.
    Add(Id, Id),
    /// Difference.
    Subtract(Id, Id),
    /// Product.
    Multiply(Id, Id),
    /// Quotient, rounded down; 0 where it is divided by 0.
    Divide(Id, Id),
    /// Remainder, never negative; 0 where it is divided by 0.
    Modulo(Id, Id),
    /// The smaller one.
    Min(Id, Id),
    /// The larger one.
    Max(Id, Id),
    /// How many members a set has.
    Count(Id),
    /// How many cells of the set follow the cell in a direction without a gap.
    Run(Id, u16, Id),
    /// How many pieces are in the stack on a cell.
    Height(Id),
    /// The column of a cell; 0 where it is missing.
    Column(Id),
    /// The row of a cell; 0 where it is missing.
    Row(Id),
    /// A state that is a number.
    Number(u16),
    /// One of two numbers.
    IfNumber(Id, Id, Id),
    /// The sum of a number over the cells of a set, for which the variable stands.
    Sum(u8, Id, Id),

    /// A variable.
    Var(u8),
    /// A cell.
    Cell(u16),
    /// No cell.
    NoCell,
    /// The cell one step away.
    Step(Id, u16),
    /// The first cell in a direction that is not in the set.
    Past(Id, u16, Id),
    /// Where a walk of this many steps ends that turns back at the edge.
    Mirrored(Id, u16, Id),
    /// The cell in a column and a row.
    At(Id, Id),
    /// A state that is a cell or none.
    CellState(u16),
    /// One of two cells.
    IfCell(Id, Id, Id),

    /// The cells with this content; content 0 is empty.
    Plane(u8),
    /// A known set, by its number.
    Cells(u32),
    /// In one of them.
    Union(Id, Id),
    /// In both.
    Meet(Id, Id),
    /// All other cells.
    Complement(Id),
    /// The set of one cell, or none where it is missing.
    Singleton(Id),
    /// All cells in a direction.
    Ray(Id, u16),
    /// The cells of the set that follow in a direction without a gap.
    Chain(Id, u16, Id),
    /// The neighbours of a cell.
    Near(Id, Nearness),
    /// The cells from which a step in the direction leads into the set.
    Shift(Id, u16),
    /// The cells from which the first cell in a direction outside the first set is in the second.
    PastIn(u16, Id, Id),
    /// The cells that are neighbours of a member.
    Spread(Id, Nearness),
    /// The members of the second set that a walk over neighbours inside it connects with one of the first.
    Reach(Id, Id, Nearness),
    /// A state that is a set.
    SetState(u16),
    /// One of two sets.
    IfSet(Id, Id, Id),
    /// The members of a set for which a formula holds, the variable standing for them.
    Where(u8, Id, Id),

    /// A content: 0 is empty.
    Content(u8),
    /// What stands on a cell, the topmost of a stack; empty where the cell is missing.
    ContentOf(Id),
    /// One of two contents.
    IfContent(Id, Id, Id),
}

/// How numbers are compared; the other ways are made of these.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Comparison {
    /// Equal.
    Equal,
    /// The first is at least the second.
    AtLeast,
}

/// Which cells are neighbours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Nearness {
    /// Those that share a side, or are next on a line of points.
    Sides,
    /// Those that share a side or a corner.
    Around,
}

impl Node {
    /// The operands, in order.
    pub fn operands(self) -> impl Iterator<Item = Id> {
        use Node::*;
        let three = match self {
            Truth(_) | Flag(_) | Int(_) | Number(_) | Var(_) | Cell(_) | NoCell | CellState(_)
            | Plane(_) | Cells(_) | SetState(_) | Content(_) => [None; 3],
            Not(a)
            | NonEmpty(a)
            | Count(a)
            | Height(a)
            | Column(a)
            | Row(a)
            | Complement(a)
            | Singleton(a)
            | Step(a, _)
            | Ray(a, _)
            | Near(a, _)
            | Shift(a, _)
            | Spread(a, _)
            | ContentOf(a) => [Some(a), None, None],
            And(a, b)
            | Or(a, b)
            | In(a, b)
            | SameCell(a, b)
            | SameContent(a, b)
            | Compare(_, a, b)
            | Add(a, b)
            | Subtract(a, b)
            | Multiply(a, b)
            | Divide(a, b)
            | Modulo(a, b)
            | Min(a, b)
            | Max(a, b)
            | At(a, b)
            | Union(a, b)
            | Meet(a, b)
            | Reach(a, b, _)
            | Run(a, _, b)
            | Past(a, _, b)
            | Mirrored(a, _, b)
            | Chain(a, _, b)
            | PastIn(_, a, b)
            | Sum(_, a, b)
            | Where(_, a, b) => [Some(a), Some(b), None],
            IfNumber(a, b, c) | IfCell(a, b, c) | IfSet(a, b, c) | IfContent(a, b, c) => {
                [Some(a), Some(b), Some(c)]
            }
        };
        three.into_iter().flatten()
    }

    /// Whether it looks at the position itself, not only through its operands.
    pub fn reads_position(self) -> bool {
        use Node::*;
        matches!(
            self,
            Flag(_) | Height(_) | Number(_) | CellState(_) | Plane(_) | SetState(_) | ContentOf(_)
        )
    }

    /// Whether it is as simple as can be.
    pub fn is_constant(self) -> bool {
        use Node::*;
        matches!(self, Truth(_) | Int(_) | Cell(_) | NoCell | Cells(_) | Content(_))
    }

    /// Whether its value is a set of cells.
    pub fn is_set(self) -> bool {
        use Node::*;
        matches!(
            self,
            Plane(_)
                | Cells(_)
                | Union(..)
                | Meet(..)
                | Complement(_)
                | Singleton(_)
                | Ray(..)
                | Chain(..)
                | Near(..)
                | Shift(..)
                | PastIn(..)
                | Spread(..)
                | Reach(..)
                | SetState(_)
                | IfSet(..)
                | Where(..)
        )
    }
}
