//! The arithmetic of the network, compiled three times: for AVX-512, for AVX2, and for any processor.
//!
//! It is written once, in plain loops that the compiler turns into vector instructions. Whole numbers
//! that wrap give the same sum in any order, so all three agree to the last bit.

use super::{HIDDEN_ONE, Layer};

/// Which of the three to use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Width {
    #[cfg(target_arch = "x86_64")]
    Avx512,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    Portable,
}

impl Width {
    /// The widest that this processor has.
    pub fn detect() -> Width {
        #[cfg(target_arch = "x86_64")]
        {
            if std::is_x86_feature_detected!("avx512f") && std::is_x86_feature_detected!("avx512bw")
            {
                return Width::Avx512;
            }
            if std::is_x86_feature_detected!("avx2") {
                return Width::Avx2;
            }
        }
        Width::Portable
    }
}

/// Defines a function with three bodies from one, and the choice between them.
macro_rules! by_width {
    ($(#[$doc:meta])* fn $name:ident($($argument:ident: $type:ty),*) $(-> $result:ty)? $body:block) => {
        $(#[$doc])*
        #[inline]
        pub(super) fn $name(width: Width, $($argument: $type),*) $(-> $result)? {
            #[inline(always)]
            fn body($($argument: $type),*) $(-> $result)? $body
            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx512f,avx512bw")]
            fn avx512($($argument: $type),*) $(-> $result)? {
                body($($argument),*)
            }
            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx2")]
            fn avx2($($argument: $type),*) $(-> $result)? {
                body($($argument),*)
            }
            match width {
                // SAFETY: `Width::detect` gives this only where the processor has the features.
                #[cfg(target_arch = "x86_64")]
                Width::Avx512 => unsafe { avx512($($argument),*) },
                // SAFETY: the same.
                #[cfg(target_arch = "x86_64")]
                Width::Avx2 => unsafe { avx2($($argument),*) },
                Width::Portable => body($($argument),*),
            }
        }
    };
}

by_width! {
    /// `to` becomes `from` with some rows added and others taken away.
    fn update(from: &Layer, to: &mut Layer, added: &[&Layer], removed: &[&Layer]) {
        // The usual moves have a pass of their own, in which every value is loaded and stored once.
        match (added, removed) {
            ([a], [r]) => {
                for (i, to) in to.0.iter_mut().enumerate() {
                    *to = from.0[i].wrapping_add(a.0[i]).wrapping_sub(r.0[i]);
                }
            }
            ([a], [r, s]) => {
                for (i, to) in to.0.iter_mut().enumerate() {
                    *to = from.0[i].wrapping_add(a.0[i]).wrapping_sub(r.0[i]).wrapping_sub(s.0[i]);
                }
            }
            _ => {
                *to = *from;
                change_body(to, added, removed);
            }
        }
    }
}

by_width! {
    /// Some rows are added to a layer and others taken away.
    fn change(layer: &mut Layer, added: &[&Layer], removed: &[&Layer]) {
        change_body(layer, added, removed);
    }
}

/// A part of the layer at a time, so that it stays in registers while all rows pass.
#[inline(always)]
fn change_body(layer: &mut Layer, added: &[&Layer], removed: &[&Layer]) {
    // A browser has sixteen registers of eight values, of which the rows need some.
    const PART: usize = if cfg!(target_family = "wasm") { 64 } else { 128 };
    for (at, part) in layer.0.as_chunks_mut::<PART>().0.iter_mut().enumerate() {
        let mut values = *part;
        for row in added {
            let row = &row.0.as_chunks::<PART>().0[at];
            for (value, change) in values.iter_mut().zip(row) {
                *value = value.wrapping_add(*change);
            }
        }
        for row in removed {
            let row = &row.0.as_chunks::<PART>().0[at];
            for (value, change) in values.iter_mut().zip(row) {
                *value = value.wrapping_sub(*change);
            }
        }
        *part = values;
    }
}

#[cfg(not(target_family = "wasm"))]
by_width! {
    /// The sum of the hidden values, clipped, squared and weighted.
    fn activate(hidden: &Layer, weights: &Layer) -> i32 {
        let mut sum = 0i32;
        for (value, weight) in hidden.0.iter().zip(&weights.0) {
            let value = (*value).clamp(0, HIDDEN_ONE as i16);
            // A weight is at most 127, so the product with a value of at most 255 still has 16 bits.
            let weighted = value.wrapping_mul(*weight);
            sum = sum.wrapping_add(i32::from(weighted) * i32::from(value));
        }
        sum
    }
}

/// The same for WebAssembly: the compiler does not find the instruction that multiplies pairs and adds them.
#[cfg(target_family = "wasm")]
pub(super) fn activate(_: Width, hidden: &Layer, weights: &Layer) -> i32 {
    use core::arch::wasm32::{
        i16x8_max, i16x8_min, i16x8_mul, i16x8_splat, i32x4_add, i32x4_dot_i16x8,
        i32x4_extract_lane, i32x4_splat, v128, v128_load,
    };
    const LANES: usize = 8;
    /// Sums that do not wait for each other.
    const SUMS: usize = 4;
    // SAFETY: eight values of 16 bits are the 128 bits that are read; they need not be aligned.
    let load = |values: &[i16; LANES]| -> v128 { unsafe { v128_load(values.as_ptr().cast()) } };
    let (least, most) = (i16x8_splat(0), i16x8_splat(HIDDEN_ONE as i16));
    let mut sums = [i32x4_splat(0); SUMS];
    let (values, weights) = (hidden.0.as_chunks().0, weights.0.as_chunks().0);
    for (values, weights) in values.as_chunks::<SUMS>().0.iter().zip(weights.as_chunks::<SUMS>().0)
    {
        for (sum, (value, weight)) in sums.iter_mut().zip(values.iter().zip(weights)) {
            let value = i16x8_min(i16x8_max(load(value), least), most);
            let weighted = i16x8_mul(value, load(weight));
            *sum = i32x4_add(*sum, i32x4_dot_i16x8(weighted, value));
        }
    }
    let sum = sums.into_iter().fold(i32x4_splat(0), |all, sum| i32x4_add(all, sum));
    i32x4_extract_lane::<0>(sum)
        .wrapping_add(i32x4_extract_lane::<1>(sum))
        .wrapping_add(i32x4_extract_lane::<2>(sum))
        .wrapping_add(i32x4_extract_lane::<3>(sum))
}

#[cfg(test)]
mod tests {
    use super::super::HIDDEN;
    use super::*;
    use proptest::prelude::*;

    fn layer(limit: i16) -> impl Strategy<Value = Layer> {
        proptest::collection::vec(-limit..=limit, HIDDEN)
            .prop_map(|values| Layer(std::array::from_fn(|i| values[i])))
    }

    /// All that this processor can do.
    fn widths() -> Vec<Width> {
        let mut widths = vec![Width::Portable];
        #[cfg(target_arch = "x86_64")]
        {
            if std::is_x86_feature_detected!("avx2") {
                widths.push(Width::Avx2);
            }
            if Width::detect() == Width::Avx512 {
                widths.push(Width::Avx512);
            }
        }
        widths
    }

    proptest! {
        #[test]
        fn all_widths_agree(a in layer(i16::MAX), rows in proptest::collection::vec(layer(600), 4), added in 0usize..3, removed in 0usize..3, weights in layer(127)) {
            let mut results = Vec::new();
            for width in widths() {
                let rows: Vec<&Layer> = rows.iter().collect();
                let mut to = Layer::ZERO;
                update(width, &a, &mut to, &rows[..added], &rows[4 - removed..]);
                results.push((to.0, activate(width, &to, &weights)));
            }
            prop_assert!(results.iter().all(|result| *result == results[0]));
        }

        /// The vector code against the sum as one would write it down.
        #[test]
        fn activation_is_the_weighted_sum_of_squares(a in layer(400), weights in layer(127)) {
            let sum: i64 = (0..HIDDEN)
                .map(|i| {
                    let value = i64::from(a.0[i].clamp(0, 255));
                    value * value * i64::from(weights.0[i])
                })
                .sum();
            prop_assert_eq!(i64::from(activate(Width::detect(), &a, &weights)), sum);
        }
    }
}
