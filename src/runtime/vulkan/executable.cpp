// SPDX-License-Identifier: Apache-2.0
// The driver objects of one kernel.
#include "runtime/vulkan/runner.hpp"

namespace tack::vulkan {
Result<std::unique_ptr<Executable>> Executable::make(Device& device, const Program& program) {
  std::unique_ptr<Executable> e(new Executable(device));
  e->layout_ = program.layout;
  const Api& api = device.api();
  VkDevice vk = device.handle();
  VkResult r = VK_SUCCESS;
  auto failed = [&](const char* what) {
    return Error{device.name() + ": " + what + " failed: " + result_name(r)};
  };

  auto module = make_info<VkShaderModuleCreateInfo>(VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO);
  module.codeSize = program.words.size() * 4;
  module.pCode = program.words.data();
  r = api.vkCreateShaderModule(vk, &module, nullptr, &e->module_);
  if (r != VK_SUCCESS) return failed("loading the kernel");

  bool bindings = program.layout.form == BufferForm::Binding;
  auto count = static_cast<uint32_t>(program.layout.buffers.size()) + 1;
  if (bindings) {
    if (count > device.limits().maxPerStageDescriptorStorageBuffers)
      return Error{device.name() + " binds at most " +
                   std::to_string(device.limits().maxPerStageDescriptorStorageBuffers) +
                   " buffers, the kernel has " + std::to_string(count)};
    std::vector<VkDescriptorSetLayoutBinding> slots(count);
    for (uint32_t i = 0; i < count; ++i)
      slots[i] = {i, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1, VK_SHADER_STAGE_COMPUTE_BIT, nullptr};
    auto set = make_info<VkDescriptorSetLayoutCreateInfo>(
        VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO);
    set.bindingCount = count;
    set.pBindings = slots.data();
    r = api.vkCreateDescriptorSetLayout(vk, &set, nullptr, &e->set_layout_);
    if (r != VK_SUCCESS) return failed("making the descriptor layout");
    VkDescriptorPoolSize size{VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, count};
    auto pool =
        make_info<VkDescriptorPoolCreateInfo>(VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO);
    pool.maxSets = 1;
    pool.poolSizeCount = 1;
    pool.pPoolSizes = &size;
    r = api.vkCreateDescriptorPool(vk, &pool, nullptr, &e->pool_);
    if (r != VK_SUCCESS) return failed("making the descriptor pool");
    auto allocate =
        make_info<VkDescriptorSetAllocateInfo>(VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO);
    allocate.descriptorPool = e->pool_;
    allocate.descriptorSetCount = 1;
    allocate.pSetLayouts = &e->set_layout_;
    r = api.vkAllocateDescriptorSets(vk, &allocate, &e->set_);
    if (r != VK_SUCCESS) return failed("making the descriptor set");
  }

  VkPushConstantRange push{VK_SHADER_STAGE_COMPUTE_BIT, 0, kPushConstantBytes};
  auto layout =
      make_info<VkPipelineLayoutCreateInfo>(VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO);
  layout.setLayoutCount = bindings ? 1 : 0;
  layout.pSetLayouts = &e->set_layout_;
  layout.pushConstantRangeCount = 1;
  layout.pPushConstantRanges = &push;
  r = api.vkCreatePipelineLayout(vk, &layout, nullptr, &e->pipeline_layout_);
  if (r != VK_SUCCESS) return failed("making the pipeline layout");

  auto pipeline =
      make_info<VkComputePipelineCreateInfo>(VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO);
  pipeline.stage = make_info<VkPipelineShaderStageCreateInfo>(
      VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO);
  pipeline.stage.stage = VK_SHADER_STAGE_COMPUTE_BIT;
  pipeline.stage.module = e->module_;
  pipeline.stage.pName = program.entry.c_str();
  pipeline.layout = e->pipeline_layout_;
  r = api.vkCreateComputePipelines(vk, VK_NULL_HANDLE, 1, &pipeline, nullptr, &e->pipeline_);
  if (r != VK_SUCCESS) return failed("compiling the kernel");

  auto commands = make_info<VkCommandPoolCreateInfo>(VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO);
  commands.queueFamilyIndex = device.queue_family();
  r = api.vkCreateCommandPool(vk, &commands, nullptr, &e->command_pool_);
  if (r != VK_SUCCESS) return failed("making the command pool");
  auto allocate =
      make_info<VkCommandBufferAllocateInfo>(VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO);
  allocate.commandPool = e->command_pool_;
  allocate.level = VK_COMMAND_BUFFER_LEVEL_PRIMARY;
  allocate.commandBufferCount = 1;
  r = api.vkAllocateCommandBuffers(vk, &allocate, &e->commands_);
  if (r != VK_SUCCESS) return failed("making the command buffer");
  auto fence = make_info<VkFenceCreateInfo>(VK_STRUCTURE_TYPE_FENCE_CREATE_INFO);
  r = api.vkCreateFence(vk, &fence, nullptr, &e->fence_);
  if (r != VK_SUCCESS) return failed("making the fence");
  return e;
}

Executable::~Executable() {
  const Api& api = device_.api();
  VkDevice vk = device_.handle();
  // Destroying a null handle does nothing.
  api.vkDestroyFence(vk, fence_, nullptr);
  api.vkDestroyCommandPool(vk, command_pool_, nullptr);
  api.vkDestroyPipeline(vk, pipeline_, nullptr);
  api.vkDestroyPipelineLayout(vk, pipeline_layout_, nullptr);
  api.vkDestroyDescriptorPool(vk, pool_, nullptr);
  api.vkDestroyDescriptorSetLayout(vk, set_layout_, nullptr);
  api.vkDestroyShaderModule(vk, module_, nullptr);
}

}  // namespace tack::vulkan
