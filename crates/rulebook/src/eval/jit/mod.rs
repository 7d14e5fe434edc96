//! Programs as machine code: the same steps that the interpreter takes one by one, written by Cranelift as functions.
//!
//! Everything that is `unsafe` about that is in this file.

mod fused;
mod nodes;
mod tables;
mod translate;
mod words;

use super::bits::Bits;
use super::code::{Code, FamilyCode, FormulaCode, roots};
use super::end::Test;
use super::engine::Engine;
use super::op::Program;
use super::run::{Machine, Registers};
use crate::ground::node::{Id, Node};
use cranelift_codegen::ir::{AbiParam, types};
use cranelift_codegen::settings::{self, Configurable};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};
use cranelift_jit::{JITBuilder, JITModule};
use cranelift_module::{Module, default_libcall_names};
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, PoisonError};
use tables::Shared;
use translate::Translator;
use words::{MOST, Writer};

/// The position, the registers of sets, those of numbers, and what the interpreter is called with.
type Function = unsafe extern "C" fn(*const u64, *mut u64, *mut i32, *const Context);

/// A program as machine code.
#[derive(Clone, Debug)]
pub struct Native {
    function: Function,
    code: Arc<Compiled>,
}

/// The machine code of one player's rules, with the tables that it reads.
struct Compiled {
    /// Holds the memory; there until this is dropped.
    module: Mutex<Option<JITModule>>,
    _shared: Shared,
    /// The words of a set.
    width: usize,
    /// How many registers of each kind there must be.
    registers: usize,
    /// How many words a position must have.
    words: usize,
}

/// What the interpreter needs for a step that is left to it.
#[repr(C)]
struct Context {
    machine: *const (),
    registers: *mut (),
    state: *const u64,
    length: usize,
}

impl Native {
    /// Runs the program.
    #[inline]
    pub fn run<B: Bits>(&self, machine: &Machine<B>, state: &[u64], r: &mut Registers<B>) {
        let code = &*self.code;
        assert!(
            B::WORDS == code.width
                && state.len() >= code.words
                && r.sets.len() >= code.registers
                && r.numbers.len() >= code.registers,
            "a program runs on positions and registers of its own game"
        );
        let (sets, numbers) = (r.sets.as_mut_ptr(), r.numbers.as_mut_ptr());
        let context = Context {
            machine: std::ptr::from_ref(machine).cast(),
            registers: std::ptr::from_mut(r).cast(),
            state: state.as_ptr(),
            length: state.len(),
        };
        // SAFETY: the function was compiled for this signature and its memory is held by `code`. It reads the first
        // `words` words of the position, and reads and writes the first `registers` registers, which are there. A set
        // is `width` words, the lowest first: `u64`, `u128` on machines that store the lowest first (others have
        // no compiled code), or an array of them. It looks things up in tables of `_shared`, by cells only that come out
        // of sets of that width, out of those tables, or are checked. It calls nothing but `interpret`.
        unsafe { (self.function)(state.as_ptr(), sets.cast(), numbers, &raw const context) }
    }
}

/// Computes one node as the interpreter does.
unsafe extern "C" fn interpret<B: Bits>(context: *const Context, step: *const (Id, Node)) {
    // SAFETY: compiled code hands on the context that `Native::run` has made from references that are not used
    // meanwhile, of the width for which it was compiled, and a step that `_shared` holds.
    let (context, (id, node)) = unsafe { (&*context, *step) };
    // SAFETY: as above.
    let (machine, registers, state) = unsafe {
        (
            &*context.machine.cast::<Machine<B>>(),
            &mut *context.registers.cast::<Registers<B>>(),
            std::slice::from_raw_parts(context.state, context.length),
        )
    };
    machine.compute(id, node, state, registers);
}

impl Drop for Compiled {
    fn drop(&mut self) {
        let module = self.module.get_mut().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(module) = module {
            // SAFETY: every `Native` holds this, so that none is left to run.
            unsafe { module.free_memory() }
        }
    }
}

impl std::fmt::Debug for Compiled {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.debug_struct("Compiled").field("width", &self.width).finish_non_exhaustive()
    }
}

impl<B: Bits> Engine<B> {
    /// Compiles the rules of all players; whether that could be done, else they are interpreted as before.
    pub fn compile(&mut self) -> bool {
        if B::WORDS > MOST || cfg!(target_endian = "big") {
            return false;
        }
        self.sides.iter_mut().all(|side| compile(&side.machine, &mut side.code).is_some())
    }
}

fn compile<B: Bits>(machine: &Machine<B>, code: &mut Code<B>) -> Option<()> {
    let mut flags = settings::builder();
    flags.set("opt_level", "speed").ok()?;
    flags.set("use_colocated_libcalls", "false").ok()?;
    flags.set("is_pic", "false").ok()?;
    flags.set("enable_verifier", if cfg!(debug_assertions) { "true" } else { "false" }).ok()?;
    let isa = cranelift_native::builder().ok()?.finish(settings::Flags::new(flags)).ok()?;
    let mut module = JITModule::new(JITBuilder::with_isa(isa, default_libcall_names()));
    let interpreter = interpret::<B> as *const () as usize;
    let mut shared = Shared::new(interpreter, module.isa().default_call_conv());
    let read = registers_read(code);
    let mut programs = programs(code);
    let (mut context, mut builder) = (module.make_context(), FunctionBuilderContext::new());
    let mut write =
        |module: &JITModule, context: &mut _, shared: &mut Shared, program: &Program| {
            let context: &mut cranelift_codegen::Context = context;
            context.func.signature = module.make_signature();
            context.func.signature.params.extend([AbiParam::new(types::I64); 4]);
            let builder = FunctionBuilder::new(&mut context.func, &mut builder);
            Translator::new(Writer { builder, width: B::WORDS }, machine, shared).program(program);
        };
    // Once only to see what programs read that others have computed.
    for program in &programs {
        write(&module, &mut context, &mut shared, program);
        module.clear_context(&mut context);
    }
    shared.store_only(read);
    // Many families do the same with what they choose.
    let (mut functions, mut known) = (Vec::new(), HashMap::new());
    for program in &programs {
        if let Some(function) = known.get(&***program) {
            functions.push(*function);
            continue;
        }
        write(&module, &mut context, &mut shared, program);
        let function = module.declare_anonymous_function(&context.func.signature).ok()?;
        module.define_function(function, &mut context).ok()?;
        module.clear_context(&mut context);
        known.insert(program.to_vec(), function);
        functions.push(function);
    }
    module.finalize_definitions().ok()?;
    let addresses: Vec<*const u8> =
        functions.iter().map(|function| module.get_finalized_function(*function)).collect();
    let compiled = Arc::new(Compiled {
        module: Mutex::new(Some(module)),
        _shared: shared,
        width: B::WORDS,
        registers: machine.arena.nodes().len() + 1,
        words: machine.layout.length,
    });
    for (program, address) in programs.iter_mut().zip(addresses) {
        // SAFETY: this is where the function begins that was written above with these parameters.
        let function = unsafe { std::mem::transmute::<*const u8, Function>(address) };
        program.native = Some(Native { function, code: compiled.clone() });
    }
    // A row in few words is sooner found by code that knows its length.
    for end in code.ends.iter_mut().filter(|_| B::WORDS == 1) {
        if let Test::Row(..) = end.test {
            end.test = Test::Formula;
        }
    }
    Some(())
}

/// All programs that are run often. How a move is written is left to the interpreter, which needs nothing else for it.
fn programs<B>(code: &mut Code<B>) -> Vec<&mut Program> {
    fn of_family<B>(family: &mut FamilyCode<B>) -> impl Iterator<Item = &mut Program> {
        let choices = family.choices.iter_mut().map(|choice| &mut choice.program);
        let most = family.most.iter_mut().map(|most| &mut most.program);
        choices.chain([&mut family.fresh, &mut family.full]).chain(most)
    }
    let mut all = vec![&mut code.position];
    all.extend(code.families.iter_mut().flat_map(of_family));
    for part in &mut code.parts {
        all.extend([&mut part.position, &mut part.otherwise]);
        all.extend(part.families.iter_mut().flat_map(of_family));
    }
    all.extend(code.afters.iter_mut().map(|after| &mut after.program));
    let formulas = code.never.iter_mut().chain(&mut code.again).chain(&mut code.value);
    let ends =
        code.ends.iter_mut().flat_map(|end| [&mut end.formula].into_iter().chain(&mut end.score));
    all.extend(formulas.chain(ends).map(|formula| &mut formula.program));
    all.retain(|program| !program.is_empty());
    all
}

/// The registers that the engine itself reads.
fn registers_read<B>(code: &Code<B>) -> HashSet<Id> {
    let mut read = HashSet::new();
    let parts = code.parts.iter().flat_map(|part| &part.families);
    for family in code.families.iter().chain(parts) {
        read.insert(family.gate);
        read.extend(family.choices.iter().map(|choice| choice.from));
        read.extend(family.changes.iter().flat_map(roots));
        read.extend(&family.values);
        read.extend(family.most.iter().map(|most| most.root));
    }
    for part in &code.parts {
        read.insert(part.condition);
        read.extend(&part.otherwise_values);
    }
    read.extend(code.afters.iter().flat_map(|after| &after.changes).flat_map(roots));
    let root = |formula: &FormulaCode| formula.root;
    read.extend(code.never.iter().chain(&code.again).chain(&code.value).map(root));
    read.extend(
        code.ends.iter().flat_map(|end| [&end.formula].into_iter().chain(&end.score)).map(root),
    );
    read
}
