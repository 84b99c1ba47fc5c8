// SPDX-License-Identifier: Apache-2.0
// One launch: place the buffers, fill the argument block, dispatch slab by slab, fold reductions.
#include "runtime/vulkan/runner.hpp"

#include <algorithm>
#include <cstring>

#include "ir/reduction_order.hpp"
#include "runtime/reduce.hpp"
#include "runtime/vulkan/memory.hpp"

namespace tack::vulkan {
namespace {

// Slabs recorded into one submission; longer launches wait in between, which keeps the command
// buffer small and the driver's watchdog calm.
constexpr int kSlabsPerSubmit = 256;

}  // namespace

struct Executable::Launch {
  Executable& e;
  std::span<const HostArgument> arguments;
  std::span<const int64_t> extents;
  std::vector<Placement> places = {};                // one for each buffer of the layout
  std::vector<std::vector<uint64_t>> partials = {};  // host memory of the reductions' buffers
  std::vector<DeviceBuffer> groups = {};
  int64_t items = 1, block = 1, blocks = 0;

  const Layout& layout() const { return e.layout_; }
  const Api& api() const { return e.device_.api(); }

  Result<void> count() {
    if (extents.size() != layout().dimensions)
      return Error{"the kernel has " + std::to_string(layout().dimensions) + " dimensions, got " +
                   std::to_string(extents.size()) + " extents"};
    for (int64_t extent : extents) {
      if (extent <= 0) {
        items = 0;
        return {};
      }
    }
    for (int64_t extent : extents) {
      if (__builtin_mul_overflow(items, extent, &items)) return Error{"more than 2^63 - 1 items"};
    }
    block = ir::reduction_block(items);
    blocks = items / block + (items % block != 0);
    return {};
  }

  Result<void> place_buffers() {
    for (const BufferLayout& buffer : layout().buffers) {
      Placement place;
      if (buffer.parameter == BufferLayout::kNone) {
        partials.emplace_back(
            (static_cast<uint64_t>(blocks) * ir::kReductionLanes * buffer.element_bytes + 7) / 8);
        place.data = partials.back().data();
        place.bytes = static_cast<uint64_t>(blocks) * ir::kReductionLanes * buffer.element_bytes;
      } else {
        const HostArgument& a = arguments[buffer.parameter];
        if (a.length > layout().max_elements)
          return Error{"a buffer of " + std::to_string(a.length) +
                       " elements is too long for 32-bit indices, and " + e.device_.name() +
                       " has no others"};
        if (__builtin_mul_overflow(a.length, buffer.element_bytes, &place.bytes))
          return Error{"a buffer is longer than memory"};
        if (reinterpret_cast<uintptr_t>(a.data) % buffer.element_bytes != 0)
          return Error{"a buffer is not aligned to its elements"};
        place.data = a.data;
      }
      place.is_written = buffer.is_written;
      places.push_back(place);
    }
    Result<std::vector<DeviceBuffer>> placed = place(e.device_, places);
    if (!placed) return placed.error();
    groups = std::move(*placed);
    return {};
  }

  // Where buffer k begins: rounded down to what its accesses, or the binding, must be aligned to.
  uint64_t aligned_offset(uint32_t k) const {
    uint64_t align = layout().buffers[k].access_bytes;
    if (layout().form == BufferForm::Binding)
      align = std::max<uint64_t>(align, e.device_.limits().minStorageBufferOffsetAlignment);
    return places[k].offset / align * align;
  }

  std::vector<uint32_t> argument_block() const {
    std::vector<uint32_t> words(layout().argument_words);
    auto put = [&](uint32_t at, uint64_t value) {
      words[at] = static_cast<uint32_t>(value);
      if (at + 1 < words.size()) words[at + 1] = static_cast<uint32_t>(value >> 32);
    };
    // Ascending by place, so that the second word of a one-word argument is overwritten.
    for (const Argument& a : layout().arguments) {
      switch (a.what) {
        case Argument::What::Scalar:
          put(a.word, arguments[a.index].bits);
          break;
        case Argument::What::Extent:
          put(a.word, static_cast<uint64_t>(extents[a.index]));
          break;
        case Argument::What::Length:
          put(a.word, arguments[layout().buffers[a.index].parameter].length);
          break;
        case Argument::What::Address:
          put(a.word, groups[places[a.index].group].address() + aligned_offset(a.index));
          break;
        case Argument::What::Offset:
          put(a.word, (places[a.index].offset - aligned_offset(a.index)) /
                          layout().buffers[a.index].index_bytes);
          break;
        case Argument::What::Items:
          put(a.word, static_cast<uint64_t>(items));
          break;
        case Argument::What::Block:
          put(a.word, static_cast<uint64_t>(block));
          break;
      }
    }
    return words;
  }

  Result<void> bind(const DeviceBuffer& block_buffer) {
    if (layout().form != BufferForm::Binding) return {};
    std::vector<VkDescriptorBufferInfo> infos{{block_buffer.handle(), 0, VK_WHOLE_SIZE}};
    for (uint32_t k = 0; k < layout().buffers.size(); ++k) {
      const DeviceBuffer& group = groups[places[k].group];
      uint64_t at = aligned_offset(k);
      uint64_t bytes = std::max<uint64_t>((places[k].offset - at + places[k].bytes + 3) & ~3ull, 4);
      if (bytes > e.device_.limits().maxStorageBufferRange)
        return Error{e.device_.name() + " binds at most " +
                     std::to_string(e.device_.limits().maxStorageBufferRange) +
                     " bytes, a buffer has " + std::to_string(bytes)};
      infos.push_back({group.handle(), at, std::min(bytes, group.bytes() - at)});
    }
    std::vector<VkWriteDescriptorSet> writes(infos.size());
    for (uint32_t i = 0; i < infos.size(); ++i) {
      writes[i].sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET;
      writes[i].dstSet = e.set_;
      writes[i].dstBinding = i;
      writes[i].descriptorCount = 1;
      writes[i].descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
      writes[i].pBufferInfo = &infos[i];
    }
    api().vkUpdateDescriptorSets(e.device_.handle(), static_cast<uint32_t>(writes.size()),
                                 writes.data(), 0, nullptr);
    return {};
  }

  Result<void> begin() {
    api().vkResetCommandPool(e.device_.handle(), e.command_pool_, 0);
    auto info = make_info<VkCommandBufferBeginInfo>(VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO);
    info.flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT;
    VkResult r = api().vkBeginCommandBuffer(e.commands_, &info);
    if (r != VK_SUCCESS) return Error{e.device_.name() + ": recording failed: " + result_name(r)};
    api().vkCmdBindPipeline(e.commands_, VK_PIPELINE_BIND_POINT_COMPUTE, e.pipeline_);
    if (layout().form == BufferForm::Binding)
      api().vkCmdBindDescriptorSets(e.commands_, VK_PIPELINE_BIND_POINT_COMPUTE, e.pipeline_layout_,
                                    0, 1, &e.set_, 0, nullptr);
    return {};
  }

  Result<void> submit() {
    auto barrier = make_info<VkMemoryBarrier>(VK_STRUCTURE_TYPE_MEMORY_BARRIER);
    barrier.srcAccessMask = VK_ACCESS_SHADER_WRITE_BIT;
    barrier.dstAccessMask = VK_ACCESS_HOST_READ_BIT;
    api().vkCmdPipelineBarrier(e.commands_, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
                               VK_PIPELINE_STAGE_HOST_BIT, 0, 1, &barrier, 0, nullptr, 0, nullptr);
    VkResult r = api().vkEndCommandBuffer(e.commands_);
    auto info = make_info<VkSubmitInfo>(VK_STRUCTURE_TYPE_SUBMIT_INFO);
    info.commandBufferCount = 1;
    info.pCommandBuffers = &e.commands_;
    if (r == VK_SUCCESS) {
      std::lock_guard lock(e.device_.queue_mutex());
      r = api().vkQueueSubmit(e.device_.queue(), 1, &info, e.fence_);
    }
    if (r == VK_SUCCESS)
      r = api().vkWaitForFences(e.device_.handle(), 1, &e.fence_, VK_TRUE, UINT64_MAX);
    if (r != VK_SUCCESS) return Error{e.device_.name() + ": the launch failed: " + result_name(r)};
    api().vkResetFences(e.device_.handle(), 1, &e.fence_);
    return {};
  }

  // All slabs of the space size[0] x size[1] x size[2], x fastest.
  Result<void> dispatch(uint64_t block_address, const int64_t (&size)[3]) {
    int64_t step[3], first[3];
    const uint32_t* limit = e.device_.capabilities().max_groups;
    for (int i = 0; i < 3; ++i)
      step[i] = static_cast<int64_t>(std::min<uint32_t>(limit[i], e.most_groups_)) *
                layout().group_size[i];
    int recorded = 0;
    if (Result<void> r = begin(); !r) return r;
    for (first[2] = 0; first[2] < size[2]; first[2] += step[2]) {
      for (first[1] = 0; first[1] < size[1]; first[1] += step[1]) {
        for (first[0] = 0; first[0] < size[0]; first[0] += step[0]) {
          if (recorded == kSlabsPerSubmit) {
            if (Result<void> r = submit(); !r) return r;
            if (Result<void> r = begin(); !r) return r;
            recorded = 0;
          }
          ++recorded;
          uint64_t push[4] = {block_address};
          uint32_t groups_of[3];
          for (int i = 0; i < 3; ++i) {
            push[1 + i] = static_cast<uint64_t>(first[i]);
            int64_t left = std::min(size[i] - first[i], step[i]);
            int64_t width = layout().group_size[i];
            groups_of[i] = static_cast<uint32_t>((left + width - 1) / width);
          }
          static_assert(sizeof push == kPushConstantBytes);
          api().vkCmdPushConstants(e.commands_, e.pipeline_layout_, VK_SHADER_STAGE_COMPUTE_BIT, 0,
                                   sizeof push, push);
          api().vkCmdDispatch(e.commands_, groups_of[0], groups_of[1], groups_of[2]);
          if (size[0] - first[0] <= step[0]) break;  // the next would pass INT64_MAX
        }
        if (size[1] - first[1] <= step[1]) break;
      }
      if (size[2] - first[2] <= step[2]) break;
    }
    return submit();
  }

  void fold(std::span<uint64_t> results) {
    for (size_t r = 0; r < layout().reductions.size(); ++r) {
      const ReductionLayout& reduction = layout().reductions[r];
      tack_rt_reduction how{reduction.op, reduction.kind};
      uint32_t bytes = layout().buffers[reduction.buffer].element_bytes;
      auto* copies = static_cast<unsigned char*>(places[reduction.buffer].data);
      for (int64_t i = 0; i < blocks; ++i, copies += ir::kReductionLanes * bytes) {
        rt::fold_copies(how, copies);
        rt::combine(how, &results[r], copies);
      }
    }
  }

  Result<void> run(std::span<uint64_t> results) {
    if (Result<void> r = count(); !r) return r;
    if (arguments.size() != layout().parameters)
      return Error{"the kernel has " + std::to_string(layout().parameters) + " parameters, got " +
                   std::to_string(arguments.size()) + " arguments"};
    if (results.size() != layout().reductions.size())
      return Error{"the kernel has " + std::to_string(layout().reductions.size()) +
                   " reductions, got " + std::to_string(results.size())};
    if (items == 0) return {};
    if (Result<void> r = place_buffers(); !r) return r;
    std::vector<uint32_t> words = argument_block();
    Result<DeviceBuffer> block_buffer = DeviceBuffer::make(e.device_, words.size() * 4);
    if (!block_buffer) return block_buffer.error();
    std::memcpy(block_buffer->mapped(), words.data(), words.size() * 4);
    if (Result<void> r = bind(*block_buffer); !r) return r;

    int64_t size[3] = {1, 1, 1};
    if (layout().reductions.empty()) {
      for (size_t i = 0; i < extents.size(); ++i) size[extents.size() - 1 - i] = extents[i];
    } else {
      size[0] = blocks * ir::kReductionLanes;
    }
    if (Result<void> r = dispatch(block_buffer->address(), size); !r) return r;
    copy_back(groups, places);
    fold(results);
    return {};
  }
};

Result<void> Executable::run(std::span<const HostArgument> arguments,
                             std::span<const int64_t> extents, std::span<uint64_t> reductions) {
  Launch launch{*this, arguments, extents};
  return launch.run(reductions);
}

}  // namespace tack::vulkan
