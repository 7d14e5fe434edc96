//! Choosing the code for the processor at hand.

/// Defines a function that runs `$body::<S>` compiled for the processor at hand: with PEXT and the
/// other bit instructions where they are fast, with magic numbers elsewhere. The body must be
/// `#[inline(always)]`, for it is what gets compiled twice.
macro_rules! multiversion {
    ($(#[$meta:meta])* $vis:vis fn $name:ident($($arg:ident: $type:ty),*) $(-> $result:ty)? = $body:ident;) => {
        $(#[$meta])*
        $vis fn $name($($arg: $type),*) $(-> $result)? {
            #[cfg(target_arch = "x86_64")]
            {
                #[target_feature(enable = "bmi1,bmi2,lzcnt,popcnt")]
                fn with_pext($($arg: $type),*) $(-> $result)? {
                    $body::<$crate::sliders::Pext>($($arg),*)
                }
                if $crate::sliders::has_fast_pext() {
                    // SAFETY: `has_fast_pext` saw the processor's word for each of these features.
                    return unsafe { with_pext($($arg),*) };
                }
            }
            $body::<$crate::sliders::Magic>($($arg),*)
        }
    };
}
pub(crate) use multiversion;

/// Whether the processor has BMI2 with a fast PEXT (AMD's before Zen 3 took hundreds of cycles).
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub(crate) fn has_fast_pext() -> bool {
    use std::sync::atomic::{AtomicU8, Ordering};
    static KNOWN: AtomicU8 = AtomicU8::new(UNKNOWN);
    const UNKNOWN: u8 = 2;

    #[cold]
    fn detect() -> bool {
        let fast = std::is_x86_feature_detected!("bmi1")
            && std::is_x86_feature_detected!("bmi2")
            && std::is_x86_feature_detected!("lzcnt")
            && std::is_x86_feature_detected!("popcnt")
            && !is_slow_amd();
        KNOWN.store(u8::from(fast), Ordering::Relaxed);
        fast
    }

    match KNOWN.load(Ordering::Relaxed) {
        UNKNOWN => detect(),
        known => known == 1,
    }
}

/// Families 15h to 18h of AMD (and Hygon) have PEXT in microcode; from 19h (Zen 3) on it is fast.
#[cfg(target_arch = "x86_64")]
fn is_slow_amd() -> bool {
    use std::arch::x86_64::__cpuid;
    let vendor = __cpuid(0);
    let signature = __cpuid(1).eax;
    let family = (signature >> 8 & 0xF) + (signature >> 20 & 0xFF);
    let is_amd = [vendor.ebx, vendor.edx, vendor.ecx] == [0x6874_7541, 0x6974_6E65, 0x444D_4163];
    let is_hygon = vendor.ebx == u32::from_le_bytes(*b"Hygo");
    is_hygon || is_amd && family < 0x19
}
