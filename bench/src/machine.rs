//! Description of the machine.

use crate::{Result, text};
use std::fs;
use std::process::Command;
use std::time::Instant;

/// Returns a field such as `model name : ...` of a file in /proc.
fn field(path: &str, name: &str) -> Option<String> {
    let text = fs::read_to_string(path).ok()?;
    let line = text.lines().find(|line| line.starts_with(name))?;
    Some(line.split_once(':')?.1.trim().to_owned())
}

/// Returns a field with the unit kB of a file in /proc, in bytes.
fn kilobytes(path: &str, name: &str) -> Option<u64> {
    Some(field(path, name)?.trim_end_matches(" kB").parse::<u64>().ok()? * 1024)
}

/// Returns a field of /proc/PID/status such as VmHWM, in bytes.
pub fn memory_of(pid: u64, name: &str) -> Result<u64> {
    kilobytes(&format!("/proc/{pid}/status"), name)
        .ok_or_else(|| format!("no {name} of process {pid}").into())
}

/// Returns the processor time of a process, in seconds.
pub fn processor_time_of(pid: u64) -> Result<f64> {
    let times = fs::read_to_string(format!("/proc/{pid}/schedstat"))?;
    Ok(times.split_whitespace().next().ok_or("no time")?.parse::<f64>()? * 1e-9)
}

/// Returns the processor time, in seconds, of a process's children, running or ended.
pub fn processor_time(parent: u32) -> Result<f64> {
    const TICK: f64 = 0.01;
    let children = fs::read_to_string(format!("/proc/{parent}/task/{parent}/children"))?;
    let running = children.split_whitespace().filter_map(|child| processor_time_of(child.parse().ok()?).ok());
    // The sixteenth and the seventeenth field; the second is a name in parentheses.
    let stat = fs::read_to_string(format!("/proc/{parent}/stat"))?;
    let fields = stat.rsplit(") ").next().unwrap_or_default().split_whitespace();
    let ended = fields.skip(13).take(2).filter_map(|ticks| ticks.parse::<f64>().ok());
    Ok(running.sum::<f64>() + ended.sum::<f64>() * TICK)
}

/// Returns the available memory in bytes.
pub fn memory_available() -> u64 {
    kilobytes("/proc/meminfo", "MemAvailable").unwrap_or(0)
}

/// Empties the kernel's file caches; returns whether this was permitted.
pub fn empty_caches() -> bool {
    let written = Command::new("sync").status().is_ok_and(|status| status.success());
    written && fs::write("/proc/sys/vm/drop_caches", "3").is_ok()
}

/// Returns name and size in bytes of a core's data caches.
pub fn caches() -> Vec<(String, u64)> {
    let mut caches = Vec::new();
    for index in 0..8 {
        let read = |file: &str| {
            let path = format!("/sys/devices/system/cpu/cpu0/cache/index{index}/{file}");
            fs::read_to_string(path).map(|text| text.trim().to_owned()).ok()
        };
        let (Some(level), Some(kind), Some(size)) = (read("level"), read("type"), read("size")) else {
            continue;
        };
        if let (true, Some(Ok(kilobytes))) =
            (kind != "Instruction", size.strip_suffix('K').map(str::parse::<u64>))
        {
            caches.push((format!("L{level}"), kilobytes * 1024));
        }
    }
    caches
}

/// Size of a cache line in bytes.
const LINE: usize = 64;

/// Returns the seconds for reading a random cache line among `bytes` bytes if each read depends on the previous one.
pub fn random_read(bytes: usize) -> f64 {
    const READS: u32 = 2_000_000;
    let lines = bytes / LINE;
    let mut memory = vec![[0u32; LINE / size_of::<u32>()]; lines];
    // One cycle through all lines, in random order (Sattolo 1986).
    let mut order: Vec<u32> = (0..lines as u32).collect();
    let mut random = 0x9e37_79b9_7f4a_7c15u64;
    for i in (1..lines).rev() {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        order.swap(i, random as usize % i);
    }
    for (line, next) in memory.iter_mut().zip(order) {
        line[0] = next;
    }
    let walk = |reads: u32| {
        let start = Instant::now();
        let end = (0..reads).fold(0, |line, _| memory[line as usize][0]);
        std::hint::black_box(end);
        start.elapsed().as_secs_f64() / f64::from(reads)
    };
    walk(READS);
    walk(READS)
}

/// Describes the machine.
pub fn describe() -> [(&'static str, String); 3] {
    let model = field("/proc/cpuinfo", "model name").unwrap_or_else(|| "unknown CPU".into());
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let memory = kilobytes("/proc/meminfo", "MemTotal").unwrap_or(0) as f64 / f64::from(1 << 30);
    let kernel = fs::read_to_string("/proc/sys/kernel/osrelease").unwrap_or_default();
    let virtual_machine = field("/proc/cpuinfo", "flags").is_some_and(|flags| flags.contains(" hypervisor"));
    let on = if virtual_machine { " of a virtual machine" } else { "" };
    let caches: Vec<String> = caches().iter().map(|(name, n)| format!("{name} {} KiB", n / 1024)).collect();
    let [small, large] = [128 << 10, 12 << 20].map(|bytes| text::seconds(random_read(bytes)));
    [
        ("machine", format!("{model}, {cores} cores{on}, {memory:.0} GiB, Linux {}", kernel.trim())),
        ("caches", caches.join(", ")),
        ("random read", format!("{small} in an array of 128 KiB, {large} of 12 MiB")),
    ]
}
