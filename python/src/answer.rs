//! The one door to everything that the program answers: a question as JSON in, its answer as JSON out.

use crate::interruptible::{PATIENCE, interruptible};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::PyIterator;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use zugwerk_engine::Engine;

/// The answer to a question, both JSON objects as `docs/json.md` describes them.
#[pyfunction]
pub fn ask(py: Python, question: String) -> PyResult<String> {
    interruptible(py, |stop| answer(question.as_bytes(), stop))
}

/// Runs the program with these arguments, the first of them its name, and tells its exit code.
#[pyfunction]
pub fn run(py: Python, arguments: Vec<OsString>) -> u8 {
    py.detach(|| zugwerk::run(arguments))
}

fn answer(question: &[u8], stop: &Arc<AtomicBool>) -> String {
    serde_json::Value::Object(zugwerk::answer(question, stop)).to_string()
}

/// The answers to many questions, on several threads, in order. Questions are taken from the iterator as
/// there is room for them, so that it may be endless.
#[pyclass(module = "zugwerk._zugwerk")]
pub struct Answers {
    questions: Option<Py<PyIterator>>,
    to_workers: Option<Sender<(u64, String)>>,
    from_workers: Mutex<Receiver<(u64, String)>>,
    early: BTreeMap<u64, String>,
    asked: u64,
    answered: u64,
    window: u64,
    stop: Arc<AtomicBool>,
}

#[pymethods]
impl Answers {
    #[new]
    #[pyo3(signature = (questions, jobs))]
    fn new(questions: &Bound<PyAny>, jobs: usize) -> PyResult<Answers> {
        let jobs = jobs.clamp(1, 1024);
        let (to_workers, for_workers) = channel::<(u64, String)>();
        let (to_us, from_workers) = channel();
        let for_workers = Arc::new(Mutex::new(for_workers));
        let stop = Arc::new(AtomicBool::new(false));
        for _ in 0..jobs {
            let (for_workers, to_us, stop) = (for_workers.clone(), to_us.clone(), stop.clone());
            let work = move || {
                loop {
                    let next = for_workers.lock().unwrap_or_else(PoisonError::into_inner).recv();
                    let Ok((order, question)) = next else { return };
                    if stop.load(Ordering::Relaxed)
                        || to_us.send((order, answer(question.as_bytes(), &stop))).is_err()
                    {
                        return;
                    }
                }
            };
            std::thread::Builder::new().stack_size(Engine::STACK).spawn(work)?;
        }
        Ok(Answers {
            questions: Some(questions.try_iter()?.unbind()),
            to_workers: Some(to_workers),
            from_workers: Mutex::new(from_workers),
            early: BTreeMap::new(),
            asked: 0,
            answered: 0,
            // Enough that nobody waits while one question takes long, and little enough to keep in memory.
            window: 64 * jobs as u64,
            stop,
        })
    }

    fn __iter__(slf: Py<Answers>) -> Py<Answers> {
        slf
    }

    fn __next__(&mut self, py: Python) -> PyResult<Option<String>> {
        self.hand_out(py)?;
        if self.answered == self.asked {
            return Ok(None);
        }
        loop {
            if let Some(answer) = self.early.remove(&self.answered) {
                self.answered += 1;
                return Ok(Some(answer));
            }
            let from_workers = &self.from_workers;
            let came = py.detach(|| {
                let from_workers = from_workers.lock().unwrap_or_else(PoisonError::into_inner);
                from_workers.recv_timeout(PATIENCE)
            });
            match came {
                Ok((order, answer)) => {
                    self.early.insert(order, answer);
                }
                Err(RecvTimeoutError::Timeout) => {
                    if let Err(signal) = py.check_signals() {
                        self.close();
                        return Err(signal);
                    }
                }
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(PyRuntimeError::new_err("internal error"));
                }
            }
        }
    }

    /// Ends the work early.
    fn close(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        self.questions = None;
        self.to_workers = None;
        self.asked = self.answered;
    }
}

impl Answers {
    /// Takes as many questions as may wait.
    fn hand_out(&mut self, py: Python) -> PyResult<()> {
        while self.asked < self.answered + self.window {
            let (Some(questions), Some(to_workers)) = (&self.questions, &self.to_workers) else {
                return Ok(());
            };
            match questions.bind(py).clone().next() {
                Some(question) => {
                    let question: String = question?.extract()?;
                    // Workers that are gone are noticed where their answers are awaited.
                    let _ = to_workers.send((self.asked, question));
                    self.asked += 1;
                }
                None => {
                    self.questions = None;
                    self.to_workers = None;
                }
            }
        }
        Ok(())
    }
}

impl Drop for Answers {
    fn drop(&mut self) {
        self.close();
    }
}
