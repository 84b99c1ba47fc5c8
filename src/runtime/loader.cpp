// SPDX-License-Identifier: Apache-2.0
#include "runtime/loader.hpp"

#include <elf.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <vector>

namespace tack::runtime {
namespace {

// Far above any program of ours; keeps every displacement inside 32 bits.
constexpr uint64_t kMaxSize = uint64_t{1} << 30;
constexpr uint64_t kStubSize = 8;  // jmp *slot(%rip) and two bytes of padding

enum Region { kCode, kConstants, kData, kRegions };

struct Fault {
  std::string text;
};

[[noreturn]] void bad(const std::string& what) { throw Fault{"not a loadable object: " + what}; }

}  // namespace

class Loading {
 public:
  Loading(std::span<const uint8_t> bytes, const Resolver& resolver)
      : bytes_(bytes), resolver_(resolver) {}

  std::unique_ptr<LoadedObject> run() {
    read_sections();
    read_symbols();
    find_slots();
    place_sections();
    map();
    resolve_symbols();
    fill_slots();
    relocate();
    protect();
    publish();
    object_->stack_bytes_ = stack_bytes();
    return std::move(object_);
  }

 private:
  struct Section {
    Elf64_Shdr header;
    bool is_loaded = false;
    Region region = kData;
    uint64_t offset = 0;  // from the start of the memory
  };

  struct Symbol {
    Elf64_Sym raw;
    const char* name = "";
    uint64_t address = 0;
    bool needs_slot = false, needs_stub = false;
    uint64_t slot = 0, stub = 0;  // offsets from the start of the memory
  };

  // Copies: the bytes need not be aligned.
  template <class T>
  T read(uint64_t offset) const {
    if (offset > bytes_.size() || bytes_.size() - offset < sizeof(T)) bad("it ends early");
    T value;
    std::memcpy(&value, bytes_.data() + offset, sizeof(T));
    return value;
  }

  void check_range(const Elf64_Shdr& h, const char* what) const {
    if (h.sh_offset > bytes_.size() || h.sh_size > bytes_.size() - h.sh_offset)
      bad(std::string(what) + " passes the end");
  }

  void read_sections() {
    auto header = read<Elf64_Ehdr>(0);
    if (std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0) bad("no ELF header");
    if (header.e_ident[EI_CLASS] != ELFCLASS64 || header.e_ident[EI_DATA] != ELFDATA2LSB ||
        header.e_machine != EM_X86_64)
      bad("it is for another machine");
    if (header.e_type != ET_REL) bad("it is not relocatable");
    if (header.e_shentsize != sizeof(Elf64_Shdr)) bad("unknown section headers");
    names_index_ = header.e_shstrndx;
    for (uint64_t i = 0; i < header.e_shnum; ++i) {
      if (header.e_shoff > bytes_.size()) bad("section headers pass the end");
      Section section{read<Elf64_Shdr>(header.e_shoff + i * sizeof(Elf64_Shdr))};
      const Elf64_Shdr& h = section.header;
      section.is_loaded = (h.sh_flags & SHF_ALLOC) != 0 && h.sh_type != SHT_NULL;
      if (section.is_loaded) {
        if (h.sh_flags & SHF_TLS) bad("it has thread-local data");
        bool writes = h.sh_flags & SHF_WRITE, executes = h.sh_flags & SHF_EXECINSTR;
        if (writes && executes) bad("a section is both writable and executable");
        section.region = executes ? kCode : writes ? kData : kConstants;
        if (h.sh_type != SHT_NOBITS) check_range(h, "a section");
        if (h.sh_size > kMaxSize) bad("a section is too large");
        uint64_t align = h.sh_addralign;
        if (align > 4096 || (align & (align - 1)) != 0) bad("an alignment that is no power of two");
      }
      sections_.push_back(section);
    }
  }

  const Section& section(uint64_t index, const char* what) const {
    if (index >= sections_.size()) bad(std::string(what) + " names no section");
    return sections_[index];
  }

  void read_symbols() {
    for (const Section& table : sections_) {
      const Elf64_Shdr& h = table.header;
      if (h.sh_type != SHT_SYMTAB) continue;
      if (!symbols_.empty()) bad("it has two symbol tables");
      check_range(h, "the symbol table");
      const Elf64_Shdr& names = section(h.sh_link, "the symbol table").header;
      if (names.sh_type != SHT_STRTAB) bad("symbols have no names");
      check_range(names, "the string table");
      if (names.sh_size == 0 || bytes_[names.sh_offset + names.sh_size - 1] != 0)
        bad("the string table does not end");
      for (uint64_t i = 0; i < h.sh_size / sizeof(Elf64_Sym); ++i) {
        Symbol symbol{read<Elf64_Sym>(h.sh_offset + i * sizeof(Elf64_Sym))};
        if (symbol.raw.st_name >= names.sh_size) bad("a symbol's name passes the end");
        symbol.name =
            reinterpret_cast<const char*>(bytes_.data() + names.sh_offset + symbol.raw.st_name);
        symbols_.push_back(symbol);
      }
    }
  }

  template <class Visit>
  void each_relocation(const Visit& visit) {
    for (const Section& table : sections_) {
      const Elf64_Shdr& h = table.header;
      if (h.sh_type == SHT_REL && section(h.sh_info, "a relocation table").is_loaded)
        bad("relocations without addends");
      if (h.sh_type != SHT_RELA) continue;
      const Section& target = section(h.sh_info, "a relocation table");
      if (!target.is_loaded) continue;
      check_range(h, "a relocation table");
      for (uint64_t i = 0; i < h.sh_size / sizeof(Elf64_Rela); ++i) {
        auto r = read<Elf64_Rela>(h.sh_offset + i * sizeof(Elf64_Rela));
        uint64_t index = ELF64_R_SYM(r.r_info);
        if (index >= symbols_.size()) bad("a relocation names no symbol");
        visit(target, r, symbols_[index]);
      }
    }
  }

  // Which symbols need their address in a table (a slot), and which functions outside are called
  // directly, and may be farther away than 2 GiB (a stub).
  void find_slots() {
    each_relocation([&](const Section&, const Elf64_Rela& r, Symbol& symbol) {
      switch (ELF64_R_TYPE(r.r_info)) {
        case R_X86_64_GOTPCREL:
        case R_X86_64_GOTPCRELX:
        case R_X86_64_REX_GOTPCRELX:
          symbol.needs_slot = true;
          break;
        case R_X86_64_PLT32:
        case R_X86_64_PC32:
          if (symbol.raw.st_shndx == SHN_UNDEF) symbol.needs_slot = symbol.needs_stub = true;
          break;
        default:
          break;
      }
    });
  }

  uint64_t take(uint64_t size, uint64_t align) {
    align = std::max<uint64_t>(align, 1);
    end_ = (end_ + align - 1) / align * align;
    uint64_t at = end_;
    end_ += size;
    if (end_ > kMaxSize) bad("it is too large");
    return at;
  }

  void place_sections() {
    uint64_t page = static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
    for (int region = 0; region < kRegions; ++region) {
      region_start_[region] = take(0, page);
      for (Section& s : sections_) {
        if (s.is_loaded && s.region == region)
          s.offset = take(s.header.sh_size, s.header.sh_addralign);
      }
      for (Symbol& symbol : symbols_) {
        if (region == kCode && symbol.needs_stub) symbol.stub = take(kStubSize, kStubSize);
        if (region == kConstants && symbol.needs_slot) symbol.slot = take(8, 8);
      }
    }
    region_start_[kRegions] = take(0, page);
  }

  void map() {
    object_.reset(new LoadedObject);
    uint64_t size = region_start_[kRegions];
    // Symbols have addresses even where all functions are empty.
    if (size == 0) size = static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
    void* memory = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) throw Fault{"no memory for compiled code"};
    object_->memory_ = memory;
    object_->size_ = size;
    base_ = static_cast<uint8_t*>(memory);
    for (const Section& s : sections_) {
      if (s.is_loaded && s.header.sh_type != SHT_NOBITS && s.header.sh_size > 0)
        std::memcpy(base_ + s.offset, bytes_.data() + s.header.sh_offset, s.header.sh_size);
    }
  }

  uint64_t address(uint64_t offset) const { return reinterpret_cast<uint64_t>(base_) + offset; }

  void resolve_symbols() {
    for (size_t i = 1; i < symbols_.size(); ++i) {
      Symbol& symbol = symbols_[i];
      uint64_t index = symbol.raw.st_shndx;
      if (ELF64_ST_TYPE(symbol.raw.st_info) == STT_TLS) bad("it has thread-local data");
      if (index == SHN_UNDEF) {
        if (symbol.name[0] == 0) continue;
        void* found = find_runtime_symbol(symbol.name);
        if (!found && resolver_) found = resolver_(symbol.name);
        if (!found && ELF64_ST_BIND(symbol.raw.st_info) != STB_WEAK)
          throw Fault{"compiled code needs '" + std::string(symbol.name) + "', which is not here"};
        symbol.address = reinterpret_cast<uint64_t>(found);
      } else if (index == SHN_ABS) {
        symbol.address = symbol.raw.st_value;
      } else if (index >= SHN_LORESERVE) {
        bad("a symbol of an unknown kind");
      } else {
        const Section& home = section(index, "a symbol");
        if (!home.is_loaded) continue;  // of debug data
        if (symbol.raw.st_value > home.header.sh_size) bad("a symbol lies outside its section");
        symbol.address = address(home.offset + symbol.raw.st_value);
      }
    }
  }

  void fill_slots() {
    for (const Symbol& symbol : symbols_) {
      if (symbol.needs_slot) std::memcpy(base_ + symbol.slot, &symbol.address, 8);
      if (!symbol.needs_stub) continue;
      uint8_t* stub = base_ + symbol.stub;
      auto distance = static_cast<int32_t>(symbol.slot - (symbol.stub + 6));
      stub[0] = 0xFF;
      stub[1] = 0x25;
      std::memcpy(stub + 2, &distance, 4);
      stub[6] = stub[7] = 0xCC;
    }
  }

  void relocate() {
    each_relocation([&](const Section& target, const Elf64_Rela& r, const Symbol& symbol) {
      uint32_t type = ELF64_R_TYPE(r.r_info);
      if (type == R_X86_64_NONE) return;
      bool is_wide = type == R_X86_64_64 || type == R_X86_64_PC64;
      uint64_t width = is_wide ? 8 : 4;
      if (target.header.sh_type == SHT_NOBITS) bad("relocations of a section without bytes");
      if (r.r_offset > target.header.sh_size || target.header.sh_size - r.r_offset < width)
        bad("a relocation lies outside its section");
      uint64_t place = address(target.offset + r.r_offset);
      uint64_t to = symbol.address, addend = static_cast<uint64_t>(r.r_addend);
      if (symbol.raw.st_shndx != SHN_UNDEF && symbol.raw.st_shndx < SHN_LORESERVE &&
          !section(symbol.raw.st_shndx, "a symbol").is_loaded)
        bad("a relocation names something that is not loaded");
      uint64_t value;
      switch (type) {
        case R_X86_64_64:
        case R_X86_64_32:
        case R_X86_64_32S:
          value = to + addend;
          break;
        case R_X86_64_PC64:
          value = to + addend - place;
          break;
        case R_X86_64_PC32:
        case R_X86_64_PLT32:
          value = (symbol.needs_stub ? address(symbol.stub) : to) + addend - place;
          break;
        case R_X86_64_GOTPCREL:
        case R_X86_64_GOTPCRELX:
        case R_X86_64_REX_GOTPCRELX:
          value = address(symbol.slot) + addend - place;
          break;
        default:
          bad("relocation type " + std::to_string(type));
      }
      auto narrow = static_cast<int64_t>(value);
      if (!is_wide &&
          (type == R_X86_64_32 ? value > UINT32_MAX : narrow != static_cast<int32_t>(narrow)))
        bad("a displacement does not fit 32 bits");
      std::memcpy(base_ + target.offset + r.r_offset, &value, width);
    });
  }

  void protect() {
    constexpr int kRights[kRegions] = {PROT_READ | PROT_EXEC, PROT_READ, PROT_READ | PROT_WRITE};
    for (int region = 0; region < kRegions; ++region) {
      uint64_t size = region_start_[region + 1] - region_start_[region];
      if (size == 0) continue;
      if (mprotect(base_ + region_start_[region], size, kRights[region]) != 0)
        throw Fault{"the system does not allow executable memory"};
    }
  }

  void publish() {
    for (const Symbol& symbol : symbols_) {
      bool is_global = ELF64_ST_BIND(symbol.raw.st_info) != STB_LOCAL;
      bool is_here = symbol.raw.st_shndx != SHN_UNDEF && symbol.raw.st_shndx < SHN_LORESERVE;
      if (is_global && is_here && symbol.address != 0)
        object_->symbols_[symbol.name] = reinterpret_cast<void*>(symbol.address);
    }
  }

  bool is_named(const Elf64_Shdr& h, std::string_view name) const {
    if (names_index_ >= sections_.size()) return false;
    const Elf64_Shdr& names = sections_[names_index_].header;
    check_range(names, "the section names");
    if (h.sh_name >= names.sh_size || names.sh_size - h.sh_name <= name.size()) return false;
    const uint8_t* at = bytes_.data() + names.sh_offset + h.sh_name;
    return std::memcmp(at, name.data(), name.size()) == 0 && at[name.size()] == 0;
  }

  // Sections ".stack_sizes": for each function its address, 8 bytes that a linker would fill in,
  // and its frame's size as ULEB128.
  size_t stack_bytes() const {
    uint64_t sum = 0;
    for (const Section& s : sections_) {
      const Elf64_Shdr& h = s.header;
      if (h.sh_type != SHT_PROGBITS || !is_named(h, ".stack_sizes")) continue;
      check_range(h, "the stack sizes");
      uint64_t at = h.sh_offset, end = h.sh_offset + h.sh_size;
      while (end - at > 8) {
        at += 8;
        uint64_t value = 0;
        for (int shift = 0; at < end; shift += 7) {
          uint8_t byte = bytes_[at++];
          if (shift < 56) value |= uint64_t{byte & 0x7Fu} << shift;
          if (!(byte & 0x80)) break;
        }
        sum += std::min(value, kMaxSize);
      }
    }
    return static_cast<size_t>(std::min(sum, kMaxSize));
  }

  std::span<const uint8_t> bytes_;
  const Resolver& resolver_;
  uint64_t names_index_ = 0;
  std::vector<Section> sections_;
  std::vector<Symbol> symbols_;
  uint64_t region_start_[kRegions + 1] = {};
  uint64_t end_ = 0;
  uint8_t* base_ = nullptr;
  std::unique_ptr<LoadedObject> object_;
};

LoadedObject::~LoadedObject() {
  if (memory_) munmap(memory_, size_);
}

void* LoadedObject::find(std::string_view name) const {
  auto found = symbols_.find(std::string(name));
  return found == symbols_.end() ? nullptr : found->second;
}

Result<std::unique_ptr<LoadedObject>> load_object(std::span<const uint8_t> bytes,
                                                  const Resolver& resolver) {
  try {
    return Loading(bytes, resolver).run();
  } catch (Fault& fault) {
    return Error{std::move(fault.text)};
  }
}

}  // namespace tack::runtime
